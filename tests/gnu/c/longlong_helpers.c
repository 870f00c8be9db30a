#include "io.h"
typedef unsigned long long u64;
static u64 divide(u64 n, u64 d, u64 *rest) {
    u64 q = 0, r = 0;
    for (int i = 63; i >= 0; i--) {
        u32 bit = i >= 32 ? (u32)(n >> 32) >> (i - 32) & 1 : (u32)n >> i & 1;
        r = r << 1 | bit;
        if (r >= d) { r -= d; if (i >= 32) q |= (u64)(1u << (i - 32)) << 32; else q |= 1u << i; }
    }
    *rest = r;
    return q;
}
static u64 multiply(u64 a, u64 b) {
    u64 low = (u64)(u32)a * (u32)b;
    u32 high = (u32)(a >> 32) * (u32)b + (u32)a * (u32)(b >> 32);
    return low + ((u64)high << 32);
}
int main(void) {
    u64 f = 1, rest;
    for (u32 i = 2; i <= 20; i++) f = multiply(f, i);
    char digits[24]; int at = 23; digits[at] = 0;
    u64 n = f;
    do { n = divide(n, 10, &rest); digits[--at] = '0' + (char)rest; } while (n);
    put(digits + at); put("\n");
    n = divide(f, 1234567891ULL, &rest);
    line_hex("quotient", (u32)n); line_hex("rest", (u32)rest);
    return 0;
}
