/* Nested loops over two-dimensional arrays that are passed as pointers. */
#include "features.h"

enum { N = 6 };

APART static void multiply(int (*to)[N], int (*a)[N], int (*b)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            to[i][j] = 0;
            for (int k = 0; k < N; k++)
                to[i][j] += a[i][k] * b[k][j];
        }
}

FEATURE(matrix)
{
    int a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * N + j;
            b[i][j] = i == j ? 2 : i - j;
        }
    multiply(c, a, b);
    multiply(b, c, a);
    uint32_t sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = mix(sum, (uint32_t)b[i][j]);
    return (int)sum;
}
