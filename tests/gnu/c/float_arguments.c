/* needs: float */
#include "io.h"
static __attribute__((noinline)) double mix(float a, double b, int c, float d, double e, int f) { return a + b * c - d / e + f; }
struct pair { float x; double y; };
static __attribute__((noinline)) struct pair swap(struct pair p) { struct pair r = { (float)p.y, p.x }; return r; }
static float dot(const float *a, const float *b, int n) { float s = 0; while (n--) s += *a++ * *b++; return s; }
static const float u[] = { 1, 2, 3, 4.5f }, v[] = { 0.5f, 0.25f, -1, 2 };
int main(void) {
    line_int("mix", (int)(mix(1.5f, 2.5, 3, 4.5f, 0.5, 6) * 1000));
    struct pair p = swap((struct pair){ 1.25f, -8.5 });
    line_int("x", (int)(p.x * 100)); line_int("y", (int)(p.y * 100));
    line_int("dot", (int)(dot(u, v, 4) * 1000));
    return 0;
}
