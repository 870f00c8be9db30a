/* Quicksort, heapsort and merge sort must agree, through one comparison
 * function that is called by pointer; then a binary search. */
#include "lib.h"

enum { COUNT = 500 };

typedef int (*compare)(int32_t, int32_t);

static int ascending(int32_t a, int32_t b)
{
    return (a > b) - (a < b);
}

static int descending(int32_t a, int32_t b)
{
    return ascending(b, a);
}

/* Orders by the low byte without its sign, then by the whole. */
static int by_low_byte(int32_t a, int32_t b)
{
    uint8_t p = (uint8_t)a, q = (uint8_t)b;
    return p != q ? (int)p - (int)q : ascending(a, b);
}

static void swap(int32_t *a, int32_t *b)
{
    int32_t t = *a;
    *a = *b;
    *b = t;
}

static void quicksort(int32_t *v, int low, int high, compare cmp)
{
    while (low < high) {
        int32_t pivot = v[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (cmp(v[i], pivot) < 0)
                i++;
            while (cmp(v[j], pivot) > 0)
                j--;
            if (i <= j)
                swap(&v[i++], &v[j--]);
        }
        quicksort(v, low, j, cmp);
        low = i;
    }
}

static void sift(int32_t *v, int root, int end, compare cmp)
{
    for (int child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end && cmp(v[child], v[child + 1]) < 0)
            child++;
        if (cmp(v[root], v[child]) >= 0)
            return;
        swap(&v[root], &v[child]);
    }
}

static void heapsort(int32_t *v, int count, compare cmp)
{
    for (int i = count / 2 - 1; i >= 0; i--)
        sift(v, i, count, cmp);
    for (int end = count - 1; end > 0; end--) {
        swap(&v[0], &v[end]);
        sift(v, 0, end, cmp);
    }
}

static void merge_sort(int32_t *v, int32_t *spare, int count, compare cmp)
{
    if (count < 2)
        return;
    int half = count / 2;
    merge_sort(v, spare, half, cmp);
    merge_sort(v + half, spare, count - half, cmp);
    memcpy(spare, v, (size_t)half * sizeof *v);
    int i = 0, j = half, out = 0;
    while (i < half)
        v[out++] = j < count && cmp(v[j], spare[i]) < 0 ? v[j++] : spare[i++];
}

static uint32_t checksum(const int32_t *v)
{
    uint32_t sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + (uint32_t)v[i];
    return sum;
}

static int find(const int32_t *v, int32_t wanted)
{
    int low = 0, high = COUNT;
    while (low < high) {
        int middle = (low + high) / 2;
        if (v[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT && v[low] == wanted ? low : -1;
}

static int32_t original[COUNT], a[COUNT], b[COUNT], c[COUNT], spare[COUNT];

int main(void)
{
    static const struct {
        const char *name;
        compare cmp;
    } orders[] = {{"ascending", ascending}, {"descending", descending}, {"low byte", by_low_byte}};
    uint32_t state = 2024;
    for (int i = 0; i < COUNT; i++)
        original[i] = (int32_t)random_next(&state) >> (i % 3 * 9);

    for (int k = 0; k < 3; k++) {
        memcpy(a, original, sizeof a);
        memcpy(b, original, sizeof b);
        memcpy(c, original, sizeof c);
        quicksort(a, 0, COUNT - 1, orders[k].cmp);
        heapsort(b, COUNT, orders[k].cmp);
        merge_sort(c, spare, COUNT, orders[k].cmp);
        show_hex(orders[k].name, checksum(a));
        show_int("  agree", memcmp(a, b, sizeof a) == 0 && memcmp(a, c, sizeof a) == 0);
        show_int("  first", a[0]);
        show_int("  last", a[COUNT - 1]);
    }

    quicksort(a, 0, COUNT - 1, ascending);
    int hits = 0;
    for (int i = 0; i < COUNT; i++)
        hits += find(a, original[i]) >= 0;
    show_int("found", hits);
    show_int("absent", find(a, 0x12345678));

    /* Counting sort of signed bytes. */
    static int8_t bytes[COUNT];
    static uint16_t counts[256];
    for (int i = 0; i < COUNT; i++)
        bytes[i] = (int8_t)original[i];
    for (int i = 0; i < COUNT; i++)
        counts[bytes[i] + 128]++;
    for (int value = -128, out = 0; value < 128; value++) {
        for (int k = counts[value + 128]; k > 0; k--)
            bytes[out++] = (int8_t)value;
    }
    int32_t sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += i * bytes[i];
    show_int("weighted bytes", sum);
    return 0;
}
