#include "io.h"
static int data[] = { 42, -7, 0, 99, 3, 3, -100, 65536, 12, 1, 8, -8, 77 };
#define N (int)(sizeof data / sizeof data[0])
static void quick(int *v, int low, int high) {
    if (low >= high) return;
    int pivot = v[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }
    }
    quick(v, low, j);
    quick(v, i, high);
}
static void insertion(int *v, int n) {
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
        while (j > 0 && v[j - 1] < x) { v[j] = v[j - 1]; j--; }
        v[j] = x;
    }
}
static void show(void) { for (int i = 0; i < N; i++) { put_int(data[i]); put(" "); } put("\n"); }
int main(void) { quick(data, 0, N - 1); show(); insertion(data, N); show(); return N; }
