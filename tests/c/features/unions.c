/* Unions: members of different sizes, and numbers looked at as bits. */
#include "features.h"

union number { float f; uint32_t bits; unsigned char bytes[4]; };
union value { char letter; short half; int word; long long wide; };
struct tagged { int kind; union value value; };

APART static struct tagged tag(int kind, int n)
{
    struct tagged t;
    t.kind = kind;
    switch (kind) {
    case 0: t.value.letter = (char)n; break;
    case 1: t.value.half = (short)n; break;
    case 2: t.value.word = n; break;
    default: t.value.wide = (long long)n << 20; break;
    }
    return t;
}
APART static int read(struct tagged t)
{
    switch (t.kind) {
    case 0: return t.value.letter;
    case 1: return t.value.half;
    case 2: return t.value.word;
    default: return (int)(t.value.wide >> 10);
    }
}

FEATURE(unions)
{
    union number n = {.f = -2.75f};
    int sum = (int)(n.bits >> 20);
    for (int i = 0; i < 8; i++)
        sum = sum * 5 + read(tag(i & 3, i * 11));
    return sum;
}
