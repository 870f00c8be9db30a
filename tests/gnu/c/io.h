/* What a program without a library needs: a call of Linux, and numbers as text. */
typedef unsigned int u32;
typedef unsigned char u8;

static long write_bytes(const char *text, long count) {
#if defined(__riscv)
    register long a0 __asm__("a0") = 1;
    register const char *a1 __asm__("a1") = text;
    register long a2 __asm__("a2") = count;
    register long a7 __asm__("a7") = 64;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
#else
    register long a0 __asm__("$4") = 1;
    register const char *a1 __asm__("$5") = text;
    register long a2 __asm__("$6") = count;
    register long a3 __asm__("$7");
    register long v0 __asm__("$2") = 4004;
    __asm__ volatile("syscall"
                     : "+r"(v0), "=r"(a3)
                     : "r"(a0), "r"(a1), "r"(a2)
                     : "memory", "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14",
                       "$15", "$24", "$25", "hi", "lo");
    return v0;
#endif
}

static long text_length(const char *text) {
    long n = 0;
    while (text[n]) n++;
    return n;
}

static void put(const char *text) { write_bytes(text, text_length(text)); }

static void put_unsigned(u32 value, u32 base) {
    char digits[34];
    int at = 33;
    digits[at] = 0;
    do {
        u32 digit = value % base;
        digits[--at] = digit < 10 ? '0' + digit : 'a' + digit - 10;
        value /= base;
    } while (value);
    put(digits + at);
}

static void put_int(int value) {
    if (value < 0) {
        put("-");
        put_unsigned(0u - (u32)value, 10);
    } else {
        put_unsigned(value, 10);
    }
}

static void line_int(const char *name, int value) {
    put(name);
    put("=");
    put_int(value);
    put("\n");
}

static void line_hex(const char *name, u32 value) {
    put(name);
    put("=0x");
    put_unsigned(value, 16);
    put("\n");
}

/* Compilers call these on their own. */
__attribute__((weak, noinline)) void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
    u8 *a = to;
    const u8 *b = from;
    while (n--) *a++ = *b++;
    return to;
}

__attribute__((weak, noinline)) void *memset(void *to, int value, __SIZE_TYPE__ n) {
    u8 *a = to;
    while (n--) *a++ = value;
    return to;
}

static inline void use_all(void) {
    (void)put_int, (void)line_int, (void)line_hex;
}
