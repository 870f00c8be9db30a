/* Structures that go through memory, as arguments and results. */
#include "features.h"

struct matrix { int cell[3][3]; };

APART static struct matrix times(struct matrix a, struct matrix b)
{
    struct matrix r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int sum = 0;
            for (int k = 0; k < 3; k++)
                sum += a.cell[i][k] * b.cell[k][j];
            r.cell[i][j] = sum;
        }
    return r;
}

APART static int corner(int before, struct matrix m, int after) { return before * m.cell[0][0] + m.cell[2][2] * after; }

FEATURE(struct_large)
{
    struct matrix m = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}};
    return corner(3, times(times(m, m), times(m, m)), 5);
}
