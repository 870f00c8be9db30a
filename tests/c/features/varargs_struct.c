/* Structures among the arguments that the prototype does not name. */
#include "features.h"

struct pair { int x, y; };
struct big { int values[7]; };
struct odd { char c[3]; };

APART static uint32_t gather(int count, ...)
{
    va_list list;
    uint32_t sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        struct pair pair = va_arg(list, struct pair);
        struct big big = va_arg(list, struct big);
        struct odd odd = va_arg(list, struct odd);
        sum = mix(sum, (uint32_t)(pair.x * pair.y + big.values[6] + odd.c[2]));
    }
    va_end(list);
    return sum;
}

FEATURE(varargs_struct)
{
    struct pair pair = {3, 4};
    struct big big = {{1, 2, 3, 4, 5, 6, 7}};
    struct odd odd = {{8, 9, 10}};
    return (int)gather(2, pair, big, odd, pair, big, odd);
}
