/* Arguments that are needed again after a call, and some that are not needed at all. */
#include "features.h"

APART static int spend(int a, int b, int c, int d) { return a - b + c - d; }
APART static int unused(int a, int b, int c, int d, int e) { (void)a; (void)c; (void)e; return b + d; }
APART static int again(int a, int b, int c, int d, int e, int f)
{
    int x = spend(f, e, d, c);
    int y = spend(a, b, x, f);
    return x * a + y * b + c * d + e * f;
}

FEATURE(needed_again)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum * 3 + again(i, 2, 3, 4, 5, 6) + unused(1, 2, 3, 4, 5);
    return sum;
}
