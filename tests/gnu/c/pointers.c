#include "io.h"
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[])(int, int) = { add, sub, mul };
static int (*pick(int which))(int, int) { return table[which % 3]; }
int value = 5, *address = &value, **twice = &address;
static int grid[3][4] = { {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12} };
static int *corner = &grid[2][3];
int main(void) {
    for (int i = 0; i < 4; i++) line_int("op", pick(i)(20, 3));
    **twice += 2;
    line_int("value", value);
    line_int("corner", *corner + corner[-5]);
    int (*row)[4] = grid + 1;
    line_int("row", (*row)[2]);
    line_int("apart", (int)(corner - &grid[0][0]));
    return value;
}
