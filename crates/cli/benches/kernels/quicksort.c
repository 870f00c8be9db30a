/* Quicksort of random words, the middle one as pivot. */
#include "kernel.h"

enum { COUNT = 16384, ROUNDS = 14 };

static int32_t items[COUNT];

static uint32_t fill(uint32_t state)
{
    for (int i = 0; i < COUNT; i++) {
        state = step(state);
        items[i] = (int32_t)state;
    }
    return state;
}

/* Sorts from low to high, both included. */
static void sort(int32_t *low, int32_t *high)
{
    while (low < high) {
        int32_t pivot = low[(high - low) / 2];
        int32_t *i = low, *j = high;
        do {
            while (*i < pivot)
                i++;
            while (*j > pivot)
                j--;
            if (i <= j) {
                int32_t item = *i;
                *i++ = *j;
                *j-- = item;
            }
        } while (i <= j);
        sort(low, j);
        low = i;
    }
}

uint32_t kernel(void)
{
    uint32_t checksum = 0, state = 1;
    for (int round = ROUNDS; round > 0; round--) {
        state = fill(state);
        sort(items, items + COUNT - 1);
        for (int i = 0; i < COUNT; i++)
            checksum = checksum * 31 + (uint32_t)items[i];
    }
    return checksum;
}
