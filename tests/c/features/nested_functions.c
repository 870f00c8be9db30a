/* A function inside another one, which uses its variables: it gets the address of their frame in a
 * register of its own (the static chain). */
#include "features.h"

#ifdef __clang__
#error "an extension of GCC"
#endif

FEATURE(nested_functions)
{
    int total = 0, calls = 0;
    __attribute__((noinline)) void add(int value)
    {
        total = total * 3 + value;
        calls++;
    }
    __attribute__((noinline)) int deep(int n)
    {
        if (n == 0)
            return calls;
        add(n);
        return deep(n - 1) + total;
    }
    int depth = deep(6);
    add(depth);
    return total + calls;
}
