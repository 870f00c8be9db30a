#include "io.h"
static int run(const u8 *p) {
    static void *const labels[] = { &&stop, &&inc, &&dec, &&twice };
    int x = 0;
    goto *labels[*p];
inc: x++; goto *labels[*++p];
dec: x--; goto *labels[*++p];
twice: x *= 2; goto *labels[*++p];
stop: return x;
}
int main(void) {
    static const u8 program[] = { 1, 1, 3, 3, 2, 3, 0 };
    line_int("x", run(program));
    return run(program);
}
