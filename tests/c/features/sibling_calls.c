/* Functions that end in each other, with different arguments: through a pointer, with a frame of
 * their own, and with the same arguments on the stack. */
#include "features.h"

APART static int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}
APART static int ten_turned(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    return ten(j, i, h, g, f, e, d, c, b, a);
}
APART static int odd(int n, int sum);
APART static int even(int n, int sum) { return n == 0 ? sum : odd(n - 1, sum + n); }
APART static int odd(int n, int sum) { return n == 0 ? -sum : even(n - 1, sum * 2); }
APART static int through(int (*f)(int, int), int n)
{
    int local[4] = {n, n + 1, n + 2, n + 3};
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += local[i];
    return f(n, sum);
}

FEATURE(sibling_calls)
{
    return ten_turned(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) + even(9, 1) + through(odd, 6) + through(even, 8);
}
