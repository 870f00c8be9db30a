/* needs: float */
#include "io.h"
volatile double x = 2.0, y = 0.1;
static void show(const char *name, double d) {
    union { double d; unsigned long long u; } v = { d };
    put(name); put("="); put_unsigned((u32)(v.u >> 32), 16); put(":"); put_unsigned((u32)v.u, 16); put("\n");
}
static double root(double v) { double g = v / 2; for (int i = 0; i < 20; i++) g = (g + v / g) / 2; return g; }
static double power(double b, int n) { double r = 1; while (n--) r *= b; return r; }
int main(void) {
    show("root", root(x)); show("sum", y + y + y); show("power", power(1.0000001, 1000));
    show("convert", (double)(float)y); line_int("int", (int)(root(1e6) * 1000.0));
    double series = 0;
    for (int i = 0; i < 1000; i++) series += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
    show("pi", series);
    return (int)(x * 21);
}
