/* Integers, doubles, 64-bit integers, structures and pointers in one list. */
#include "features.h"

struct tag { char name[5]; };

APART static int64_t all(int a, double b, struct tag c, int64_t d, float e, const char *f, struct tag g, int h, double i, short j)
{
    return a + (int64_t)b + c.name[4] + d + (int64_t)e + f[1] + g.name[0] + h + (int64_t)i + j;
}

FEATURE(mixed_args)
{
    struct tag c = {"four"}, g = {"abcd"};
    int64_t sum = all(1, 2.5, c, 3LL << 34, 4.5f, "xyz", g, 7, 8.5, -9);
    return (int)(sum ^ sum >> 32);
}
