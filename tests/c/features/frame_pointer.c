/* Functions with a frame pointer. */
#include "features.h"

#define FRAMED __attribute__((noipa, optimize("no-omit-frame-pointer")))

FRAMED static int leaf(int a) { return a * 3; }
FRAMED static int inner(int a, int b)
{
    int values[6];
    for (int i = 0; i < 6; i++)
        values[i] = leaf(a + i) - b;
    return values[a % 6] + values[b % 6];
}
FRAMED static int outer(int n)
{
    signed char bytes[n + 5];
    for (int i = 0; i < n + 5; i++)
        bytes[i] = (signed char)(i * n);
    return inner(bytes[n], n) + bytes[n + 4];
}

FEATURE(frame_pointer)
{
    return outer(3) + outer(10) * 100 + leaf(7);
}
