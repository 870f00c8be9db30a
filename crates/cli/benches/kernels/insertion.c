/* Insertion sort of random words. */
#include "kernel.h"

enum { COUNT = 1024, ROUNDS = 20 };

static int32_t items[COUNT];

static uint32_t fill(uint32_t state)
{
    for (int i = 0; i < COUNT; i++) {
        state = step(state);
        items[i] = (int32_t)state;
    }
    return state;
}

static void sort(int32_t *first, int32_t *end)
{
    for (int32_t *next = first + 1; next != end; next++) {
        int32_t item = *next;
        int32_t *hole = next;
        while (hole != first && hole[-1] > item) {
            hole[0] = hole[-1];
            hole--;
        }
        *hole = item;
    }
}

uint32_t kernel(void)
{
    uint32_t checksum = 0, state = 1;
    for (int round = ROUNDS; round > 0; round--) {
        state = fill(state);
        sort(items, items + COUNT);
        for (int i = 0; i < COUNT; i++)
            checksum = checksum * 31 + (uint32_t)items[i];
    }
    return checksum;
}
