#include "io.h"
static __attribute__((noinline)) int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    return a - b + c * d - e + f * g - h + i * j;
}
static __attribute__((noinline)) int mixed(char a, long long b, short c, long long d, u8 e, const char *f) {
    return a + (int)b + c + (int)(d >> 32) + e + f[0];
}
struct three { int x, y, z; };
static __attribute__((noinline)) struct three turn(struct three t, int by) { struct three r = { t.y, t.z + by, t.x }; return r; }
int main(void) {
    line_int("ten", ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    line_int("mixed", mixed(-1, 20LL, -300, 0x500000000LL, 200, "A"));
    struct three t = turn((struct three){ 1, 2, 3 }, 10);
    line_int("x", t.x); line_int("y", t.y); line_int("z", t.z);
    return 0;
}
