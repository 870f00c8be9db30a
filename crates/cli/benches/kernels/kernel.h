/* What each kernel offers, and the random numbers that some of them share. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>

/* Does the work and returns its checksum. */
uint32_t kernel(void);

/* The next state of a linear congruential generator. */
static inline uint32_t step(uint32_t state)
{
    return state * 1664525u + 1013904223u;
}

#endif
