/* Functions that call nothing: without a frame, with locals, with many live values. */
#include "features.h"

APART static int plain(int a, int b) { return a * b + 1; }
APART static int local(int a)
{
    volatile char bytes[9];
    for (int i = 0; i < 9; i++)
        bytes[i] = (char)(a + i);
    return bytes[a % 9];
}
APART static uint32_t busy(const uint32_t *v)
{
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    uint32_t i = v[8], j = v[9], k = v[10], l = v[11], m = v[12], n = v[13], o = v[14], p = v[15];
    for (int round = 0; round < 10; round++) {
        a += b ^ c, d -= e + f, g ^= h * 3, i += j & k, l ^= m | n, o -= p;
        b += d ^ g, c -= i + l, e ^= o * 5, f += a & h, j ^= k | m, n -= p;
        h += a ^ n, k -= b + c, m ^= d * 7, p += e & f;
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j ^ k ^ l ^ m ^ n ^ o ^ p;
}

FEATURE(leaf)
{
    uint32_t values[16];
    for (uint32_t i = 0; i < 16; i++)
        values[i] = i * 0x9e3779b9u;
    return (int)busy(values) + plain(3, 4) + local(5);
}
