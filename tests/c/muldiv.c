/* Multiplication and division: every result of the eight M instructions on
 * hard operands (division by zero and overflow are defined by the manual, not
 * by C), then 64-bit arithmetic through libgcc. */
#include "lib.h"

/* The instruction itself where there is one; elsewhere its definition. */
#ifdef __riscv_mul
#define OPERATION(name, definition)                                        \
    static uint32_t name(uint32_t a, uint32_t b)                           \
    {                                                                      \
        uint32_t result;                                                   \
        __asm__(#name " %0, %1, %2" : "=r"(result) : "r"(a), "r"(b));      \
        return result;                                                     \
    }
#else
#define OPERATION(name, definition)                                        \
    static uint32_t name(uint32_t a, uint32_t b)                           \
    {                                                                      \
        return (uint32_t)(definition);                                     \
    }
#endif

#define S(x) ((int64_t)(int32_t)(x))
#define U(x) ((uint64_t)(x))

OPERATION(mul, U(a) * U(b))
OPERATION(mulh, (S(a) * S(b)) >> 32)
OPERATION(mulhu, (U(a) * U(b)) >> 32)
OPERATION(mulhsu, (S(a) * (int64_t)U(b)) >> 32)
OPERATION(div, b == 0 ? -1 : S(a) / S(b))
OPERATION(divu, b == 0 ? 0xffffffff : a / b)
OPERATION(rem, b == 0 ? S(a) : S(a) % S(b))
OPERATION(remu, b == 0 ? a : a % b)

static const uint32_t hard[] = {0,          1,          2,          7,          0x7fffffff,
                                0x80000000, 0x80000001, 0xfffffff9, 0xffffffff, 0x12345678};
enum { HARD = sizeof hard / sizeof hard[0] };

static void table(const char *name, uint32_t (*operation)(uint32_t, uint32_t))
{
    uint32_t sum = 0;
    for (int i = 0; i < HARD; i++) {
        for (int j = 0; j < HARD; j++)
            sum = sum * 33 + operation(hard[i], hard[j]);
    }
    put_str(name);
    put_str(": ");
    put_hex(operation(0x80000000, 0xffffffff));
    put_char(' ');
    put_hex(operation(0xfffffff9, 2));
    put_char(' ');
    put_hex(operation(0x12345678, 0));
    put_str(" all ");
    put_hex(sum);
    put_char('\n');
}

static void wide(int64_t a, int64_t b)
{
    put_int64(a);
    put_str(" and ");
    put_int64(b);
    put_str("\n  product ");
    put_hex64((uint64_t)a * (uint64_t)b);
    put_str(" sum ");
    put_hex64((uint64_t)a + (uint64_t)b);
    put_str(" difference ");
    put_hex64((uint64_t)a - (uint64_t)b);
    put_str("\n  quotient ");
    put_int64(a / b);
    put_str(" remainder ");
    put_int64(a % b);
    put_str("\n  unsigned ");
    put_uint64((uint64_t)a / (uint64_t)b);
    put_str(" remainder ");
    put_uint64((uint64_t)a % (uint64_t)b);
    int by = (int)(b & 63);
    put_str("\n  shifts ");
    put_hex64((uint64_t)a << by);
    put_char(' ');
    put_hex64((uint64_t)a >> by);
    put_char(' ');
    put_hex64((uint64_t)(a >> by));
    put_str("\n  order ");
    put_int((a < b) | (a == b) << 1 | ((uint64_t)a < (uint64_t)b) << 2);
    put_str(" bits ");
    put_int(__builtin_popcountll((uint64_t)a));
    put_char(' ');
    put_int(__builtin_clzll((uint64_t)b));
    put_char(' ');
    put_int(__builtin_ctzll((uint64_t)b));
    put_char('\n');
}

static uint64_t power(uint64_t base, uint32_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

int main(void)
{
    table("mul", mul);
    table("mulh", mulh);
    table("mulhu", mulhu);
    table("mulhsu", mulhsu);
    table("div", div);
    table("divu", divu);
    table("rem", rem);
    table("remu", remu);

    static volatile int64_t pairs[][2] = {
        {1234567890123456789, 987654321},
        {-1234567890123456789, 4294967296},
        {INT64_MIN, 3},
        {INT64_MAX, -10},
        {-1, INT64_MIN},
        {5, 0x100000001},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        wide(pairs[i][0], pairs[i][1]);

    put_str("7^123456789 mod 4294967291 = ");
    put_uint64(power(7, 123456789, 4294967291));
    put_char('\n');

    /* Division by constants, which compilers turn into multiplications. */
    uint32_t sum = 0, state = 1;
    for (int i = 0; i < 100; i++) {
        uint32_t u = random_next(&state);
        int32_t s = (int32_t)u;
        sum = sum * 31 + u / 10 + u % 7 + (uint32_t)(s / 1000) + (uint32_t)(s % 12) + (uint32_t)(s / -8);
    }
    show_hex("by constants", sum);
    return 0;
}
