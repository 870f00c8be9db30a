#include "io.h"
volatile int zero = 0, values[] = { 7, -7, 100, -100, 1, -1, 2147483647, -2147483647 - 1 };
int main(void) {
    static const int by[] = { 1, 2, 3, 7, 10, 16, 1000, -3, -8 };
    u32 mix = 0;
    for (int i = 0; i < 8; i++) for (int j = 0; j < 9; j++) {
        int n = values[i];
        mix = mix * 31 + (u32)(n / by[j]);
        mix = mix * 31 + (u32)(n % by[j]);
        mix = mix * 31 + (u32)n / (u32)by[j];
    }
    line_hex("mix", mix);
    line_int("tens", values[6] / 10); line_int("mod", values[7] % 1000); line_int("u", (u32)values[5] / 10u);
    return 0;
}
