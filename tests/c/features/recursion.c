/* Functions that call themselves: once, twice, and with a result as argument. */
#include "features.h"

APART static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
APART static int ackermann(int m, int n) { return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1)); }
APART static void hanoi(int n, int from, int to, uint32_t *sum)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, 6 - from - to, sum);
    *sum = mix(*sum, (uint32_t)(from * 10 + to));
    hanoi(n - 1, 6 - from - to, to, sum);
}

FEATURE(recursion)
{
    uint32_t sum = 0;
    hanoi(5, 1, 3, &sum);
    return (int)sum + fibonacci(11) + ackermann(2, 3);
}
