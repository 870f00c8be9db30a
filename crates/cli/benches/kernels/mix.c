/* Hashes a table again and again; each hash is mixed back into the table. */
#include "kernel.h"

enum { WORDS = 1024, ROUNDS = 1600 };

static uint32_t table[WORDS];

static inline uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t pass(uint32_t hash)
{
    for (int i = 0; i < WORDS; i++) {
        uint32_t word = table[i];
        word = rotate(word * 0x9e3779b1u, 15) * 0x85ebca77u;
        hash = rotate(hash ^ word, 13) * 5 + 0x27d4eb2fu;
        table[i] ^= hash;
    }
    hash ^= hash >> 15;
    hash *= 0xc2b2ae3du;
    hash ^= hash >> 13;
    return hash;
}

uint32_t kernel(void)
{
    for (int i = 0; i < WORDS; i++)
        table[i] = (uint32_t)i;
    uint32_t hash = 0;
    for (int round = ROUNDS; round > 0; round--)
        hash = pass(hash);
    return hash;
}
