#include "io.h"
static int dense(int x) {
    switch (x) {
    case 0: return 11; case 1: return 22; case 2: return 33; case 3: return 5;
    case 4: return x * 100; case 5: return 7; case 6: return -1; case 8: return 80;
    default: return 99;
    }
}
static const char *sparse(int x) {
    switch (x) {
    case -1000: return "low"; case 0: return "zero"; case 77: return "seven";
    case 100000: return "high"; default: return "other";
    }
}
int main(void) {
    for (int i = -1; i < 10; i++) line_int("dense", dense(i));
    int v[] = { -1000, 0, 77, 100000, 5 };
    for (int i = 0; i < 5; i++) { put(sparse(v[i])); put("\n"); }
    return dense(4) & 0xff;
}
