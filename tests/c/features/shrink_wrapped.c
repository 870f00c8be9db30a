/* Functions that save registers on one path only. */
#include "features.h"

APART static int slow(int a, int b, int c) { return a * 100 + b * 10 + c; }
APART static int guarded(const int *values, int count)
{
    if (!values)
        return 0;
    if (count < 2)
        return *values;
    int sum = 0;
    for (int i = 0; i + 2 < count; i++) {
        int here = values[i], next = values[i + 1];
        sum = sum * 3 + slow(here, next, values[i + 2]) - here * next;
    }
    return sum;
}

FEATURE(shrink_wrapped)
{
    int values[] = {2, 7, 1, 8, 2, 8};
    return guarded(NULL, 5) + guarded(values + 1, 1) + guarded(values, 6);
}
