/* Floating-point numbers that live across calls: in saved registers where there are some. */
#include "features.h"

APART static double next(double x) { return x * 1.5 + 0.25; }
APART static float nextf(float x) { return x * 0.5f + 1.0f; }
APART static double keep(double a, double b, double c)
{
    double d = next(a), e = next(b), f = next(c);
    return next(d + e) * a + next(e + f) * b + next(d + f) * c;
}
APART static float keepf(float a, float b)
{
    float c = nextf(a), d = nextf(b);
    for (int i = 0; i < 5; i++)
        c = nextf(c + d) * a - b;
    return c + d;
}

FEATURE(saved_floats)
{
    return (int)(keep(1.5, 2.5, 3.5) * 64.0) + (int)(keepf(1.25f, 0.5f) * 1024.0f);
}
