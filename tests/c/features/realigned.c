/* Variables with more alignment than the stack has. */
#include "features.h"

APART static uint32_t offset(const void *p) { return (uint32_t)(uintptr_t)p & 63; }
APART static uint32_t use(int n)
{
    unsigned char space[64 + 64];
    unsigned char *line = (unsigned char *)(((uintptr_t)space + 63) & ~(uintptr_t)63);
    uint32_t sum = offset(line);
    for (int i = 0; i < 64; i++)
        line[i] = (unsigned char)(i * n);
    for (int i = 0; i < 64; i += 9)
        sum = mix(sum, line[i]);
    return sum;
}

FEATURE(realigned)
{
    return (int)(use(3) ^ use(5));
}
