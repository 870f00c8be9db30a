/* Frames that no 16-bit immediate reaches, nested. */
#include "features.h"

APART static int inner(int n)
{
    short values[30000];
    for (int i = 0; i < 30000; i += 999)
        values[i] = (short)(i * n);
    return values[999 * (n % 30)];
}
APART static int outer(int n, int a, int b, int c, int d, int e, int f, int g, int h, int stacked)
{
    int values[12000];
    values[0] = a + b + c + d + e + f + g + h;
    values[11999] = stacked * inner(n);
    return values[0] + values[11999];
}

FEATURE(huge_frame)
{
    int sum = 0;
    for (int n = 3; n < 7; n++)
        sum = sum * 5 + outer(n, 1, 2, 3, 4, 5, 6, 7, 8, 9 + n);
    return sum;
}
