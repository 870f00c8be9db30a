/* A sort of anything, by a comparison that is passed as a pointer. */
#include "features.h"

struct item { short key; char name[6]; };

APART static void swap(char *a, char *b, size_t size)
{
    while (size--) {
        char kept = *a;
        *a++ = *b;
        *b++ = kept;
    }
}
APART static void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *first = base;
    if (count < 2)
        return;
    size_t last = 0;
    swap(first, first + count / 2 * size, size);
    for (size_t i = 1; i < count; i++)
        if (compare(first + i * size, first) < 0)
            swap(first + ++last * size, first + i * size, size);
    swap(first, first + last * size, size);
    sort(first, last, size, compare);
    sort(first + (last + 1) * size, count - last - 1, size, compare);
}
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_key(const void *a, const void *b) { return ((const struct item *)b)->key - ((const struct item *)a)->key; }

FEATURE(sort_callback)
{
    int numbers[20];
    struct item items[9];
    uint32_t seed = 42, sum = 0;
    for (int i = 0; i < 20; i++)
        numbers[i] = (int)(random_next(&seed) % 1000);
    for (int i = 0; i < 9; i++) {
        items[i].key = (short)(random_next(&seed) % 500);
        items[i].name[0] = (char)('a' + i);
    }
    sort(numbers, 20, sizeof *numbers, by_number);
    sort(items, 9, sizeof *items, by_key);
    for (int i = 0; i < 20; i++)
        sum = mix(sum, (uint32_t)numbers[i]);
    for (int i = 0; i < 9; i++)
        sum = mix(sum, (uint32_t)items[i].key + (uint32_t)items[i].name[0]);
    return (int)sum;
}
