/* Sieve of Eratosthenes; the limit shrinks from round to round. */
#include "kernel.h"

enum { LIMIT = 100000, ROUNDS = 25, SHRINK = 1000 };

static uint32_t words[LIMIT / 4];

static uint32_t sieve(uint32_t limit)
{
    uint8_t *composite = (uint8_t *)words;
    for (uint32_t i = 0; i < limit / 4; i++)
        words[i] = 0;
    for (uint32_t i = 2; i * i < limit; i++) {
        if (composite[i])
            continue;
        for (uint32_t j = i * i; j < limit; j += i)
            composite[j] = 1;
    }
    uint32_t sum = 0;
    for (uint32_t i = 2; i < limit; i++) {
        if (!composite[i])
            sum += i;
    }
    return sum;
}

uint32_t kernel(void)
{
    uint32_t checksum = 0, limit = LIMIT;
    for (int round = ROUNDS; round > 0; round--) {
        checksum = checksum * 31 + sieve(limit);
        limit -= SHRINK;
    }
    return checksum;
}
