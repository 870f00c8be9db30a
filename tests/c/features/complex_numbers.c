/* Complex numbers: two floating-point registers, or two pairs, for one result. */
#include "features.h"

APART static double _Complex square(double _Complex z) { return z * z; }
APART static float _Complex add(float _Complex a, float _Complex b) { return a + b; }

FEATURE(complex_numbers)
{
    double _Complex z = 1.5 + 0.5i;
    float _Complex sum = 0;
    for (int i = 0; i < 3; i++) {
        z = square(z);
        sum = add(sum, (float _Complex)z);
    }
    return (int)(__real__ z * 64.0) + (int)(__imag__ sum * 32.0f);
}
