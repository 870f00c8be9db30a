/* needs: float */
#include "io.h"
volatile float a = 1.5f, b = -2.25f, tiny = 1e-30f, big = 3e38f;
static void show(const char *name, float f) { union { float f; u32 u; } v = { f }; line_hex(name, v.u); }
int main(void) {
    show("add", a + b); show("sub", a - b); show("mul", a * b); show("div", a / b);
    show("tiny", tiny * tiny); show("inf", big * 10.0f); show("neg", -a);
    line_int("int", (int)(a * 100.0f)); show("from", (float)12345);
    line_int("less", a < b); line_int("eq", a == 1.5f); line_int("ge", a >= b);
    show("unsigned", (float)4000000000u); line_hex("to", (u32)(a * 2e9f));
    return 0;
}
