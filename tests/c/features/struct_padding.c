/* Structures with holes, passed and copied: the holes are copied too, though nothing set them. */
#include "features.h"

struct padded { char tag; int value; short half; };
struct wide { char tag; long long value; char end; };

APART static struct padded make(int value)
{
    struct padded p;
    p.tag = (char)value;
    p.value = value * 3;
    p.half = (short)(value * 5);
    return p;
}
APART static int weigh(struct padded p, struct wide w) { return p.tag + p.value * p.half + w.tag * (int)w.value + w.end; }

FEATURE(struct_padding)
{
    struct padded all[3];
    struct wide w;
    w.tag = 7;
    w.value = 1LL << 20;
    w.end = 9;
    for (int i = 0; i < 3; i++)
        all[i] = make(i + 10);
    struct padded copy = all[1];
    all[1] = all[2];
    all[2] = copy;
    return weigh(all[0], w) ^ weigh(all[1], w) ^ weigh(all[2], w);
}
