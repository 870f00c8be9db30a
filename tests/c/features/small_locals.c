/* Locals, arguments and results of one and two bytes. */
#include "features.h"

APART static unsigned char bump(unsigned char *c, short *s, signed char by)
{
    *c = (unsigned char)(*c + by);
    *s = (short)(*s * by);
    return (unsigned char)(*c ^ *s);
}
APART static short narrow(int value) { return (short)value; }
APART static signed char narrower(int value) { return (signed char)value; }
APART static _Bool is_odd(int value) { return value & 1; }

FEATURE(small_locals)
{
    unsigned char c = 250, d;
    short s = 1000, t;
    signed char by = -3;
    d = bump(&c, &s, by);
    t = narrow(s * 77);
    by = narrower(t);
    return c + d * 3 + s * 5 + t * 7 + by * 11 + is_odd(d) * 13;
}
