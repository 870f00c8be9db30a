#include "io.h"
int initialised = 7; int zeroed; const int constant = 9; static int own = 3; static int own_zero;
static const char text[] = "constant"; char big[5000]; static short small[3] = { 1, 2, 3 };
const char *const names[] = { "alpha", "beta" };
int common_one; long long wide = 0x1122334455667788LL;
__attribute__((section(".data.special"))) int special = 21;
__attribute__((section("marks"))) int mine[] = { 4, 5, 6 };
extern int __start_marks[], __stop_marks[];
__attribute__((aligned(64))) char aligned[8];
int main(void) {
    zeroed += initialised; own_zero = own * constant; big[4999] = 'z'; common_one++;
    line_int("zeroed", zeroed); line_int("own", own_zero); line_int("big", big[4999] + big[0]);
    line_int("small", small[2]); put(text); put(names[1]); put("\n");
    line_hex("high", (u32)(wide >> 32)); line_hex("low", (u32)wide);
    line_int("special", special); line_int("mine", (int)(__stop_marks - __start_marks));
    line_int("aligned", (int)((unsigned long)aligned % 64));
    return common_one;
}
