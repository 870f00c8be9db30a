/* More floats than there are registers for them, with integers between. */
#include "features.h"

APART static float mean(float a, float b, float c, float d, float e, float f, float g, float h, float i, float j)
{
    return (a + b + c + d + e + f + g + h + i + j) / 10.0f;
}
APART static float between(int n, float a, int m, float b, short k, float c) { return (float)n * a + (float)m * b + (float)k * c; }
APART static float least(float a, float b) { return a < b ? a : b; }

FEATURE(float_args)
{
    float x = mean(1, 2, 3, 4, 5, 6, 7, 8, 9, 11) + between(1, 2.5f, 3, 4.5f, -5, 6.25f);
    return (int)(least(x, 100.0f) * 40.0f);
}
