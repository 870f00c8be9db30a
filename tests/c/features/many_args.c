/* Fourteen arguments of different sizes: most of them lie on the stack. */
#include "features.h"

APART static int all(int a, char b, short c, int d, unsigned char e, int f, unsigned short g, int h, signed char i, short j, int k, char l, int m, short n)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m + 14 * n;
}
APART static int changed(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    i += a; /* an argument on the stack is a variable of the function */
    j += b;
    int sum = all(a, (char)b, (short)c, d, (unsigned char)e, f, (unsigned short)g, h, (signed char)i, (short)j, a, (char)b, c, (short)d);
    return sum + i * j;
}

FEATURE(many_args)
{
    return all(1, 2, 3, 4, 5, 6, 7, 8, -9, -10, 11, 12, 13, -14) + changed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}
