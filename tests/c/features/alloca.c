/* Memory taken from the stack in a loop, with a size that is known only there. */
#include "features.h"

APART static uint32_t fill(unsigned char *bytes, int length)
{
    uint32_t sum = 0;
    for (int i = 0; i < length; i++)
        bytes[i] = (unsigned char)(i * 7 + length);
    for (int i = 0; i < length; i++)
        sum = mix(sum, bytes[i]);
    return sum;
}

FEATURE(alloca)
{
    uint32_t sum = 0;
    unsigned char *before = NULL;
    for (int length = 1; length < 200; length += 37) {
        unsigned char *bytes = __builtin_alloca((size_t)length);
        sum = mix(sum, fill(bytes, length));
        if (before)
            sum = mix(sum, before[0]);
        before = bytes;
    }
    return (int)sum;
}
