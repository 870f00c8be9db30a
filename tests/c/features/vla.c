/* Arrays of variable length: one and two dimensions, as locals and as parameters, freed at the end
 * of their block. */
#include "features.h"

APART static uint32_t trace(int n, int m, int table[n][m])
{
    uint32_t sum = 0;
    for (int i = 0; i < n && i < m; i++)
        sum = mix(sum, (uint32_t)table[i][i]);
    return sum;
}

FEATURE(vla)
{
    uint32_t sum = 0;
    for (int n = 1; n < 6; n++) {
        int table[n][n + 2];
        short line[n * 3];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n + 2; j++)
                table[i][j] = i * 100 + j;
        for (int i = 0; i < n * 3; i++)
            line[i] = (short)(i - n);
        sum = mix(sum, trace(n, n + 2, table));
        sum = mix(sum, (uint32_t)line[n * 3 - 1]);
    }
    return (int)sum;
}
