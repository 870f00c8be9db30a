/* A variable number of integers. */
#include "features.h"

APART static int sum_of(int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum = sum * 3 + va_arg(list, int);
    va_end(list);
    return sum;
}

FEATURE(varargs_int)
{
    return sum_of(0) + sum_of(1, 5) + sum_of(3, 1, -2, 3) + sum_of(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
}
