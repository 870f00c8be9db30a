/* Results on several paths: out of loops, before anything is saved, and after. */
#include "features.h"

APART static int cost(int n) { return n * n % 17; }
APART static int find(const int *values, int count, int wanted)
{
    if (count == 0)
        return -1;
    if (values[0] == wanted)
        return 0;
    for (int i = 1; i < count; i++) {
        if (values[i] == wanted)
            return i;
        if (values[i] < 0)
            return cost(i) + cost(wanted);
    }
    int total = cost(wanted);
    for (int i = 0; i < count; i++)
        total += cost(values[i]);
    return -total;
}

FEATURE(early_exit)
{
    int values[] = {5, 8, 13, 21, -1, 34};
    return find(values, 0, 1) + 10 * find(values, 6, 5) + 100 * find(values, 6, 13) + 1000 * find(values, 6, 34)
        + 10000 * find(values, 3, 34);
}
