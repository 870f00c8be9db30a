/* Structures and arrays of which only a part is set, copied as a whole: what was never set is
 * carried along, and nobody looks at it. */
#include "features.h"

struct record { int key; char name[13]; short marks[5]; int used; };

APART static struct record begin(int key)
{
    struct record r;
    r.key = key;
    r.name[0] = 'a';
    r.name[1] = 0;
    r.used = 0;
    return r;
}
APART static void mark(struct record *r, int value) { r->marks[r->used++] = (short)value; }
APART static int sum(struct record r)
{
    int total = r.key + r.name[0];
    for (int i = 0; i < r.used; i++)
        total = total * 3 + r.marks[i];
    return total;
}

FEATURE(partly_set)
{
    struct record list[4], copy[4];
    for (int i = 0; i < 4; i++) {
        list[i] = begin(i);
        for (int j = 0; j < i; j++)
            mark(&list[i], i * j);
    }
    memcpy(copy, list, sizeof copy);
    struct record last = copy[3];
    copy[3] = copy[0];
    copy[0] = last;
    int total = 0;
    for (int i = 0; i < 4; i++)
        total = total * 7 + sum(copy[i]);
    return total;
}
