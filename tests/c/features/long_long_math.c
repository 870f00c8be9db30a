/* 64-bit arithmetic: products, quotients, shifts and comparisons. */
#include "features.h"

APART static uint64_t power(uint64_t base, unsigned exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base = base * base % modulus)
        if (exponent & 1)
            result = result * base % modulus;
    return result;
}
APART static int64_t mean(int64_t a, int64_t b) { return (a + b) / 2 - (a % b); }
APART static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }
APART static uint64_t turn(uint64_t value, unsigned by) { return value << by | value >> (64 - by); }

FEATURE(long_long_math)
{
    uint64_t x = power(1234567, 1000003, 2147483647) + turn(0x123456789abcdefULL, 13);
    int64_t y = mean(-5000000000LL, 70000000001LL) + compare(-1, 1) + compare(1LL << 40, 1);
    x ^= (uint64_t)y * 0x9e3779b97f4a7c15ULL;
    return (int)(x ^ x >> 32);
}
