/* Arithmetic with a check for overflow: two results, one of them through a pointer. */
#include "features.h"

APART static int add(int a, int b, int *result) { return __builtin_add_overflow(a, b, result); }
APART static int multiply(int a, int b, int *result) { return __builtin_mul_overflow(a, b, result); }
APART static int subtract(unsigned a, unsigned b, unsigned *result) { return __builtin_sub_overflow(a, b, result); }

FEATURE(overflow_checks)
{
    int sum = 0, r;
    unsigned u;
    sum = sum * 2 + add(0x7fffffff, 1, &r);
    sum = sum * 2 + (r < 0);
    sum = sum * 2 + multiply(70000, 70000, &r);
    sum = sum * 2 + multiply(700, 700, &r);
    sum += r;
    sum = sum * 2 + subtract(1, 2, &u);
    return sum + (int)(u >> 20);
}
