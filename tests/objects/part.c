/* The other half, which an archive holds. */
#include "parts.h"

int small_number = 11;
int constructed;
int common_variable;
extern int counter;

const int far_table[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

int add(int a, int b) { return a + b; }
int subtract(int a, int b) { return a - b; }
int multiply(int a, int b) { return a * b; }

int count_on(int n)
{
    static int calls;
    calls++;
    return counter += n + calls;
}

int *last_of(int *array) { return &array[99]; }

int replaced(void) { return 2; }

__attribute__((constructor)) static void construct(void) { constructed = 7; }
