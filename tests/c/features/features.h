/* What every feature program uses. A feature is a function without arguments whose result is
 * printed; `main.c` calls all of them. */
#ifndef FEATURES_H
#define FEATURES_H

#include "../lib.h"

/* The compiler may not look into such a function from outside: calls of it stay calls, with the
 * arguments that the convention says. */
#define APART __attribute__((noipa))

#define FEATURE(name) int feature_##name(void)

/* Mixes a number into a sum, so that order matters. */
static inline uint32_t mix(uint32_t sum, uint32_t value)
{
    return (sum << 5 | sum >> 27) ^ (value * 2654435761u);
}

#endif
