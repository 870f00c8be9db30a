/* Functions with an environment that is passed as a pointer to a local variable. */
#include "features.h"

struct sum { int total; int factor; };

APART static void each(const int *values, int count, void (*action)(void *, int), void *environment)
{
    for (int i = 0; i < count; i++)
        action(environment, values[i]);
}
static void add(void *environment, int value)
{
    struct sum *sum = environment;
    sum->total += value * sum->factor;
}
static void longest(void *environment, int value)
{
    int *best = environment;
    if (value > *best)
        *best = value;
}

FEATURE(closures)
{
    int values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    struct sum sum = {0, 7};
    int best = -1;
    each(values, 8, add, &sum);
    each(values, 8, longest, &best);
    return sum.total * 100 + best;
}
