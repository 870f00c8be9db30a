/* A frame that no 12-bit immediate reaches. */
#include "features.h"

APART static int touch(int *values, int count, int seed)
{
    for (int i = 0; i < count; i++)
        values[i] = seed += i;
    return values[count / 2];
}

FEATURE(big_frame)
{
    int values[900];
    int sum = touch(values, 900, 7);
    for (int i = 0; i < 900; i += 100)
        sum = sum * 3 + values[i];
    return sum + touch(values + 450, 450, sum);
}
