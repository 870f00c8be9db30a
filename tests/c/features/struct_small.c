/* Structures that fit into registers, as arguments and results. */
#include "features.h"

struct point { short x, y; };
struct span { int from, to; };
struct byte { unsigned char value; };

APART static struct point turn(struct point p) { return (struct point){(short)-p.y, p.x}; }
APART static struct span grow(struct span s, struct byte by)
{
    s.from -= by.value;
    s.to += by.value;
    return s;
}
APART static struct byte half(struct byte b) { b.value /= 2; return b; }

FEATURE(struct_small)
{
    struct point p = turn(turn(turn((struct point){3, 5})));
    struct span s = grow((struct span){10, 20}, half((struct byte){9}));
    return p.x * 1000000 + p.y * 10000 + s.from * 100 + s.to;
}
