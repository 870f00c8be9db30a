/* Arrays and structures on the stack that get their values from a table, or are cleared. */
#include "features.h"

struct row { char name[7]; int values[3]; };

APART static uint32_t digest(const void *bytes, int length)
{
    const unsigned char *p = bytes;
    uint32_t sum = 0;
    while (length--)
        sum = mix(sum, *p++);
    return sum;
}

FEATURE(array_initialisers)
{
    char text[] = "an array of letters";
    short numbers[20] = {1, 2, 3};
    unsigned char clear[51] = {0};
    struct row rows[2] = {{"first", {1, 2, 3}}, {"second", {4}}};
    uint32_t sum = digest(text, sizeof text) ^ digest(clear, sizeof clear);
    for (int i = 0; i < 20; i++)
        sum = mix(sum, (uint32_t)numbers[i]);
    for (int i = 0; i < 2; i++)
        sum = mix(sum, digest(rows[i].name, 7)) + (uint32_t)(rows[i].values[0] + rows[i].values[2]);
    return (int)sum;
}
