/* Bit fields: set one by one in a structure that nothing cleared. */
#include "features.h"

struct flags { unsigned a : 3; signed b : 5; unsigned c : 11; unsigned d : 1; };
struct small { unsigned char x : 2, y : 6; };

APART static void set(struct flags *f, int n)
{
    f->a = (unsigned)n;
    f->b = n - 8;
    f->c = (unsigned)n * 77;
    f->d = (unsigned)n & 1;
}
APART static int get(struct flags f, struct small s) { return (int)f.a + f.b * 10 + (int)f.c * 100 + (int)f.d * 1000000 + s.x + s.y; }

FEATURE(bit_fields)
{
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        struct flags f;
        struct small s;
        set(&f, i);
        s.x = (unsigned char)i & 3;
        s.y = (unsigned char)(i * 3) & 63;
        sum = sum * 3 + get(f, s);
    }
    return sum;
}
