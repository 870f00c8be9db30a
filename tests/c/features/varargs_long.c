/* 64-bit integers among the arguments that the prototype does not name: they begin at an even
 * register or at an aligned place of the stack. */
#include "features.h"

APART static uint64_t join(int count, ...)
{
    va_list list;
    uint64_t sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        int small = va_arg(list, int);
        sum = sum * 31 + (uint64_t)va_arg(list, long long) + (uint64_t)small;
    }
    va_end(list);
    return sum;
}

FEATURE(varargs_long)
{
    uint64_t sum = join(1, 1, 0x123456789LL) ^ join(4, 1, 2LL << 40, 3, 4LL, 5, -6LL, 7, 8LL << 33);
    return (int)(sum ^ sum >> 32);
}
