/* 64-bit arguments behind 32-bit ones: on MIPS they leave holes in the argument registers, and on
 * both machines some lie on the stack. */
#include "features.h"

APART static int64_t one(int a, int64_t b) { return a * b; }
APART static int64_t two(int a, int64_t b, int c, int64_t d) { return a * b - c * d; }
APART static int64_t five(int a, int b, int c, int64_t d, int e, int64_t f, int g) { return a + b + c + d * e + f * g; }
APART static int64_t four(int64_t a, int b, int64_t c, int d, int64_t e, int64_t f) { return a * b + c * d + e - f; }

FEATURE(long_long_holes)
{
    int64_t sum = one(3, 1LL << 35) + two(1, 2LL << 33, 3, -4) + five(1, 2, 3, 4LL << 32, 5, 6, 7) + four(1, 2, 3, 4, 5LL << 36, 6);
    return (int)(sum ^ sum >> 32);
}
