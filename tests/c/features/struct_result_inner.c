/* A function that returns a structure through memory and hands its own place for the result on. */
#include "features.h"

struct text { char bytes[33]; int length; };

APART static struct text empty(void) { struct text t; t.bytes[0] = 0; t.length = 0; return t; }
APART static struct text with(struct text t, char c)
{
    t.bytes[t.length++] = c;
    t.bytes[t.length] = 0;
    return t;
}
APART static struct text word(int n) { return n == 0 ? empty() : with(word(n - 1), (char)('a' + n)); }

FEATURE(struct_result_inner)
{
    struct text t = word(20);
    uint32_t sum = (uint32_t)t.length;
    for (char *p = t.bytes; *p; p++)
        sum = mix(sum, (unsigned char)*p);
    return (int)sum;
}
