/* Doubles, floats and integers as arguments in every order, and as results. */
#include "features.h"

APART static double a(double x, int y, double z) { return x * y + z; }
APART static double b(int x, double y, float z) { return x + y * (double)z; }
APART static float c(float x, float y, int z) { return x * y + (float)z; }
APART static double d(float x, double y, float z, double w) { return (double)x * y + (double)z * w; }
APART static double e(double p, double q, double r, double s, double t, double u, double v, double w, double x, double y)
{
    return p + 2 * q + 3 * r + 4 * s + 5 * t + 6 * u + 7 * v + 8 * w + 9 * x + 10 * y;
}

FEATURE(double_args)
{
    return (int)(a(1.5, 2, 3.25) * 4 + b(3, 1.5, 2.5f) * 8 + (double)c(1.5f, 2.5f, 7) * 16 + d(1.5f, 2.5, 3.5f, 4.5) * 32
        + e(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5) * 64);
}
