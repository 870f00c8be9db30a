#include "io.h"
static short h[20];
static void sift(int at, int n) {
    while (2 * at + 1 < n) {
        int child = 2 * at + 1;
        if (child + 1 < n && h[child + 1] > h[child]) child++;
        if (h[at] >= h[child]) return;
        short t = h[at]; h[at] = h[child]; h[child] = t;
        at = child;
    }
}
int main(void) {
    u32 seed = 7;
    for (int i = 0; i < 20; i++) { seed = seed * 1103515245u + 12345u; h[i] = (short)(seed >> 12); }
    for (int i = 9; i >= 0; i--) sift(i, 20);
    for (int n = 19; n > 0; n--) { short t = h[0]; h[0] = h[n]; h[n] = t; sift(0, n); }
    for (int i = 0; i < 20; i++) { put_int(h[i]); put(i % 5 == 4 ? "\n" : " "); }
    return 0;
}
