/* Calls at the end of a function, which an optimising compiler turns into jumps. */
#include "features.h"

APART static int last(int a, int b) { return a * 31 + b; }
APART static int middle(int a, int b) { return last(b, a + 1); }
APART static int first(int a) { return middle(a, a * 2); }
APART static int saved(int a)
{
    int kept = first(a) + first(a + 1);
    return middle(kept, first(a + 2));
}

FEATURE(tail_calls)
{
    return first(3) + saved(4);
}
