/* See lib.h. */
#include "lib.h"

/* ---- System calls ------------------------------------------------------ */

#ifdef BARE

#ifdef __riscv

enum { SYS_READ = 63, SYS_WRITE = 64, SYS_EXIT = 93, SYS_BRK = 214 };

static long system_call(long number, long x, long y, long z)
{
    register long a0 __asm__("a0") = x;
    register long a1 __asm__("a1") = y;
    register long a2 __asm__("a2") = z;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

#else /* MIPS */

enum { SYS_READ = 4003, SYS_WRITE = 4004, SYS_EXIT = 4001, SYS_BRK = 4045 };

static long system_call(long number, long x, long y, long z)
{
    register long v0 __asm__("$2") = number;
    register long a0 __asm__("$4") = x;
    register long a1 __asm__("$5") = y;
    register long a2 __asm__("$6") = z;
    register long failed __asm__("$7");
    __asm__ volatile("syscall"
                     : "+r"(v0), "=r"(failed)
                     : "r"(a0), "r"(a1), "r"(a2)
                     : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24",
                       "$25", "hi", "lo", "memory");
    return failed ? -v0 : v0;
}

#endif

long sys_read(int fd, void *buffer, size_t length)
{
    return system_call(SYS_READ, fd, (long)buffer, (long)length);
}

long sys_write(int fd, const void *buffer, size_t length)
{
    return system_call(SYS_WRITE, fd, (long)buffer, (long)length);
}

void sys_exit(int code)
{
    for (;;)
        system_call(SYS_EXIT, code, 0, 0);
}

char *sys_grow(size_t bytes)
{
    /* brk answers with the end of the heap, changed or not. */
    long old_end = system_call(SYS_BRK, 0, 0, 0);
    long new_end = system_call(SYS_BRK, old_end + (long)bytes, 0, 0);
    return new_end == old_end + (long)bytes ? (char *)old_end : NULL;
}

#else /* the native build borrows these from the C library */

#include <unistd.h>

long sys_read(int fd, void *buffer, size_t length)
{
    return read(fd, buffer, length);
}

long sys_write(int fd, const void *buffer, size_t length)
{
    return write(fd, buffer, length);
}

void sys_exit(int code)
{
    _exit(code);
}

char *sys_grow(size_t bytes)
{
    void *block = sbrk((intptr_t)bytes);
    return block == (void *)-1 ? NULL : block;
}

#endif

/* ---- Output ------------------------------------------------------------ */

static void put_bytes(const char *bytes, size_t length)
{
    while (length > 0) {
        long written = sys_write(1, bytes, length);
        if (written <= 0)
            sys_exit(111);
        bytes += written;
        length -= (size_t)written;
    }
}

void put_char(char c)
{
    put_bytes(&c, 1);
}

void put_str(const char *text)
{
    put_bytes(text, text_length(text));
}

static void put_number(uint64_t value, unsigned base, int least_digits, int negative)
{
    char text[24];
    char *end = text + sizeof text;
    char *p = end;
    do {
        *--p = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0 || end - p < least_digits);
    if (negative)
        *--p = '-';
    put_bytes(p, (size_t)(end - p));
}

void put_uint64(uint64_t value)
{
    put_number(value, 10, 1, 0);
}

void put_int64(int64_t value)
{
    put_number(value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, 1, value < 0);
}

void put_int(int32_t value)
{
    put_int64(value);
}

void put_uint(uint32_t value)
{
    put_uint64(value);
}

void put_hex(uint32_t value)
{
    put_number(value, 16, 8, 0);
}

void put_hex64(uint64_t value)
{
    put_number(value, 16, 16, 0);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void put_double_bits(double value)
{
    put_hex64(bits_of(value));
}

void put_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_hex(bits);
}

void put_fixed(double value, int decimals)
{
    if (value != value) {
        put_str("nan");
        return;
    }
    if (bits_of(value) >> 63) {
        put_char('-');
        value = -value;
    }
    if (value >= 1e9) {
        put_str(bits_of(value) == 0x7ff0000000000000u ? "inf" : "big");
        return;
    }
    uint64_t unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    uint64_t scaled = (uint64_t)(value * (double)unit + 0.5);
    put_uint64(scaled / unit);
    if (decimals > 0) {
        put_char('.');
        put_number(scaled % unit, 10, decimals, 0);
    }
}

static void put_name(const char *name)
{
    put_str(name);
    put_str(": ");
}

void show_int(const char *name, int32_t value)
{
    put_name(name);
    put_int(value);
    put_char('\n');
}

void show_hex(const char *name, uint32_t value)
{
    put_name(name);
    put_hex(value);
    put_char('\n');
}

void show_fixed(const char *name, double value, int decimals)
{
    put_name(name);
    put_fixed(value, decimals);
    put_char('\n');
}

/* ---- Memory ------------------------------------------------------------ */

/* First fit in a list of free blocks sorted by address; neighbours are joined
 * again when they are freed. */
struct block {
    size_t size; /* with this header; a multiple of 16 */
    struct block *next;
} __attribute__((aligned(16)));

static struct block *free_list;

void heap_free(void *memory)
{
    if (memory == NULL)
        return;
    struct block *freed = (struct block *)memory - 1;
    struct block **link = &free_list;
    struct block *before = NULL;
    while (*link != NULL && *link < freed) {
        before = *link;
        link = &before->next;
    }
    freed->next = *link;
    *link = freed;
    if (freed->next != NULL && (char *)freed + freed->size == (char *)freed->next) {
        freed->size += freed->next->size;
        freed->next = freed->next->next;
    }
    if (before != NULL && (char *)before + before->size == (char *)freed) {
        before->size += freed->size;
        before->next = freed->next;
    }
}

void *heap_alloc(size_t bytes)
{
    size_t size = (bytes + sizeof(struct block) + 15) & ~(size_t)15;
    for (;;) {
        for (struct block **link = &free_list; *link != NULL; link = &(*link)->next) {
            struct block *found = *link;
            if (found->size < size)
                continue;
            if (found->size - size >= 2 * sizeof(struct block)) {
                struct block *rest = (struct block *)((char *)found + size);
                rest->size = found->size - size;
                rest->next = found->next;
                found->size = size;
                *link = rest;
            } else {
                *link = found->next;
            }
            return found + 1;
        }
        size_t more = (size + 4095) & ~(size_t)4095;
        char *start = sys_grow(more + 16);
        if (start == NULL)
            return NULL;
        struct block *fresh = (struct block *)(((uintptr_t)start + 15) & ~(uintptr_t)15);
        fresh->size = more;
        heap_free(fresh + 1);
    }
}

size_t text_length(const char *text)
{
    const char *end = text;
    while (*end != '\0')
        end++;
    return (size_t)(end - text);
}

#ifdef BARE

void *memcpy(void *to, const void *from, size_t length)
{
    char *t = to;
    const char *f = from;
    if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
        for (; length >= 4; length -= 4, t += 4, f += 4)
            *(uint32_t *)t = *(const uint32_t *)f;
    }
    while (length-- > 0)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t length)
{
    char *t = to;
    const char *f = from;
    if (t <= f) {
        while (length-- > 0)
            *t++ = *f++;
    } else {
        while (length-- > 0)
            t[length] = f[length];
    }
    return to;
}

void *memset(void *to, int byte, size_t length)
{
    char *t = to;
    while (length-- > 0)
        *t++ = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t length)
{
    const unsigned char *p = a;
    const unsigned char *q = b;
    for (; length > 0; length--, p++, q++) {
        if (*p != *q)
            return *p - *q;
    }
    return 0;
}

#endif

/* ---- Numbers ----------------------------------------------------------- */

uint32_t random_next(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

#if !defined(__riscv_flen) || __riscv_flen < 64

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Digit by digit, as by hand, in base two: normal positive numbers only, which
 * is all that the programs need. */
static double soft_square_root(double x)
{
    uint64_t bits = bits_of(x);
    if (x == 0 || x != x || bits == 0x7ff0000000000000u)
        return x;
    if (x < 0)
        return from_bits(0x7ff8000000000000u);
    int exponent = (int)(bits >> 52) - 1023;
    uint64_t digits = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
    if (exponent & 1) {
        digits <<= 1;
        exponent--;
    }
    /* digits < 2^54 stands for digits / 2^52 in [1, 4). Find 54 bits of root:
     * 53 to keep and one to round by. */
    uint64_t root = 0, rest = 0;
    for (int i = 0; i < 54; i++) {
        unsigned pair = i < 27 ? (unsigned)(digits >> (52 - 2 * i)) & 3 : 0;
        rest = rest << 2 | pair;
        uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    /* A root is never exactly half way between two doubles. */
    root = (root + 1) >> 1;
    return from_bits(((uint64_t)(exponent / 2 + 1023) << 52) + (root - 0x0010000000000000u));
}

#endif

double square_root(double x)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    return __builtin_sqrt(x);
#else
    return soft_square_root(x);
#endif
}

float square_root_float(float x)
{
#if defined(__riscv_flen) && __riscv_flen >= 32
    return __builtin_sqrtf(x);
#else
    return (float)soft_square_root(x);
#endif
}
