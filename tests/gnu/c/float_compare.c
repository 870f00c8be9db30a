/* needs: float */
#include "io.h"
volatile float zero = 0, one = 1;
static int order(double a, double b) { return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5; }
int main(void) {
    float nan = zero / zero, inf = one / zero;
    line_int("one", order(1, 2)); line_int("two", order(2, 2)); line_int("three", order(3, 2));
    line_int("nan", order(nan, 1)); line_int("inf", order(-inf, inf)); line_int("zero", order(zero, -zero));
    line_int("choose", (one > zero ? one : zero) == 1.0f);
    float m = 0;
    for (int i = 0; i < 10; i++) { float f = (float)((i * 7) % 10) / 4; if (f > m) m = f; }
    line_int("max", (int)(m * 100));
    return 0;
}
