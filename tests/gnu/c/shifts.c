#include "io.h"
volatile int s = 5; volatile u32 u = 0x80000001u; volatile int n = -1000;
int main(void) {
    for (int i = 0; i < 32; i += 7) {
        line_hex("shl", u << i);
        line_hex("shr", u >> i);
        line_int("sar", n >> i);
    }
    line_hex("rot", (u << s) | (u >> (32 - s)));
    line_hex("byte", (u8)(u >> 24));
    line_int("sext", (signed char)0x90);
    line_int("sexth", (short)0x9000);
    return 0;
}
