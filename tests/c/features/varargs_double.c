/* Doubles among the arguments that the prototype does not name. */
#include "features.h"

APART static double scale(const char *kinds, ...)
{
    va_list list;
    double sum = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        sum = sum * 2 + (*kinds == 'd' ? va_arg(list, double) : (double)va_arg(list, int));
    va_end(list);
    return sum;
}

FEATURE(varargs_double)
{
    return (int)(scale("d", 1.5) * 8 + scale("idid", 1, 2.25, 3, 4.5) * 16 + scale("ddddd", 1.0, 2.0, 3.0, 4.0, 5.5));
}
