#include "io.h"
int main(void) {
    int best = 0, from = 0;
    for (u32 i = 1; i < 3000; i++) {
        u32 n = i; int steps = 0;
        while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; steps++; }
        if (steps > best) { best = steps; from = i; }
    }
    line_int("best", best); line_int("from", from);
    return 0;
}
