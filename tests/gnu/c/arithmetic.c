#include "io.h"
int a = 17, b = -5;
int main(void) {
    line_int("add", a + b);
    line_int("sub", a - b);
    line_int("mul", a * b);
    line_int("div", a / b);
    line_int("rem", a % b);
    line_hex("udiv", (u32)b / 7u);
    line_hex("urem", (u32)b % 7u);
    line_int("neg", -a);
    line_hex("not", ~a);
    return (a * 3) & 0x7f;
}
