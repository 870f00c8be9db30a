/* Labels as values: an interpreter of a small machine. */
#include "features.h"

enum { PUSH, ADD, MUL, DUP, SWAP, HALT };

APART static int interpret(const signed char *code)
{
    static const void *const TABLE[] = {&&push, &&add, &&mul, &&dup, &&swap, &&halt};
    int stack[16];
    int *top = stack;
    goto *TABLE[(int)*code++];
push:
    *top++ = *code++;
    goto *TABLE[(int)*code++];
add:
    top--;
    top[-1] += top[0];
    goto *TABLE[(int)*code++];
mul:
    top--;
    top[-1] *= top[0];
    goto *TABLE[(int)*code++];
dup:
    top[0] = top[-1];
    top++;
    goto *TABLE[(int)*code++];
swap: {
    int kept = top[-1];
    top[-1] = top[-2];
    top[-2] = kept;
    goto *TABLE[(int)*code++];
}
halt:
    return top[-1];
}

FEATURE(computed_goto)
{
    static const signed char code[] = {PUSH, 7, DUP, MUL, PUSH, -3, SWAP, ADD, DUP, ADD, PUSH, 5, MUL, HALT};
    return interpret(code);
}
