/* Structures in structures and arrays of them; results handed on as arguments. */
#include "features.h"

struct inner { char c; short s; };
struct middle { struct inner pair[2]; long long id; };
struct outer { struct middle left, right; int size; };

APART static struct middle middle(int n)
{
    return (struct middle){{{(char)n, (short)(n * 2)}, {(char)(n + 1), (short)(n * 3)}}, n * 1000000007LL};
}
APART static struct outer outer(struct middle left, struct middle right, int size)
{
    return (struct outer){left, right, size};
}
APART static int measure(struct outer o)
{
    return o.left.pair[0].c + o.left.pair[1].s + o.right.pair[1].c + (int)(o.left.id ^ o.right.id) + o.size;
}

FEATURE(struct_nested)
{
    return measure(outer(middle(3), middle(9), 11));
}
