/* A very small run-time library for the C test programs.
 *
 * The same programs also build natively (see build.sh), so nothing here takes
 * a name of the C library, except the memory functions that a compiler may
 * call by itself. */
#ifndef LIB_H
#define LIB_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* No C library below: the machines that jal runs. */
#if defined(__riscv) || defined(__mips__)
#define BARE
#endif

/* System calls. */
long sys_read(int fd, void *buffer, size_t length);
long sys_write(int fd, const void *buffer, size_t length);
_Noreturn void sys_exit(int code);
char *sys_grow(size_t bytes); /* more memory through brk; NULL when refused */

/* Output on file descriptor 1. */
void put_char(char c);
void put_str(const char *text);
void put_int(int32_t value);
void put_uint(uint32_t value);
void put_hex(uint32_t value); /* always eight digits */
void put_int64(int64_t value);
void put_uint64(uint64_t value);
void put_hex64(uint64_t value);              /* always sixteen digits */
void put_fixed(double value, int decimals);  /* up to nine decimals */
void put_double_bits(double value);          /* the exact bits, in hex */
void put_float_bits(float value);

/* "name: value" lines. */
void show_int(const char *name, int32_t value);
void show_hex(const char *name, uint32_t value);
void show_fixed(const char *name, double value, int decimals);

/* Memory. */
void *heap_alloc(size_t bytes); /* 16-byte aligned */
void heap_free(void *block);
size_t text_length(const char *text);

#ifdef BARE
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
#else
#include <string.h>
#endif

/* Repeatable pseudo-random numbers. */
uint32_t random_next(uint32_t *state);

/* Square roots, correctly rounded: one instruction where there is one, else in
 * software. */
double square_root(double x);
float square_root_float(float x);

#endif
