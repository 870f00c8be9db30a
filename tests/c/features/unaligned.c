/* Packed structures: words and half-words at odd addresses. */
#include "features.h"

struct __attribute__((packed)) packed { char tag; int word; short half; long long wide; };

APART static int get(const struct packed *p) { return p->tag + p->word * 3 + p->half * 5 + (int)(p->wide >> 8); }
APART static void set(struct packed *p, int n)
{
    p->tag = (char)n;
    p->word = n * 1000;
    p->half = (short)(n * 7);
    p->wide = (long long)n << 30;
}
APART static int shift(struct packed a, struct packed b) { return get(&a) - get(&b); }

FEATURE(unaligned)
{
    struct packed list[5];
    int sum = 0;
    for (int i = 0; i < 5; i++)
        set(&list[i], i * 3 + 1);
    for (int i = 0; i < 5; i++)
        sum = sum * 3 + get(&list[i]);
    list[0] = list[4];
    return sum + shift(list[0], list[1]);
}
