#include "io.h"
volatile long long a = 0x123456789abcdefLL, b = -98765432109LL;
volatile unsigned long long u = 0xfedcba9876543210ULL;
static void show(const char *name, long long v) {
    put(name); put("="); put_unsigned((u32)(v >> 32), 16); put(":"); put_unsigned((u32)v, 16); put("\n");
}
int main(void) {
    show("add", a + b); show("sub", a - b); show("neg", -a); show("and", a & b);
    show("xor", a ^ b); show("shl", a << 12); show("shr", (long long)(u >> 20)); show("sar", b >> 8);
    show("shl32", a << 32); show("sar40", b >> 40);
    line_int("less", a < b); line_int("uless", u < (unsigned long long)b); line_int("eq", a == 0x123456789abcdefLL);
    show("wide", (long long)(int)0x80000000 * 3);
    show("uwide", (unsigned long long)0xffffffffu * 0xffffffffu);
    return (int)(a & 0x3f);
}
