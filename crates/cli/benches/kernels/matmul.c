/* Product of 64 x 64 integer matrices; each product is folded to small numbers
 * and becomes the left factor of the next one. */
#include "kernel.h"

enum { N = 64, ROUNDS = 16 };

static int32_t left[N][N], right[N][N], product[N][N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            left[i][j] = 3 * i - 5 * j;
            right[i][j] = (i ^ j) + 1;
        }
    }
}

static void multiply(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            int32_t sum = 0;
            for (int k = 0; k < N; k++)
                sum += left[i][k] * right[k][j];
            product[i][j] = sum;
        }
    }
}

static uint32_t fold(uint32_t checksum)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            checksum = checksum * 31 + (uint32_t)product[i][j];
            left[i][j] = (product[i][j] >> 4) & 255;
        }
    }
    return checksum;
}

uint32_t kernel(void)
{
    uint32_t checksum = 0;
    fill();
    for (int round = ROUNDS; round > 0; round--) {
        multiply();
        checksum = fold(checksum);
    }
    return checksum;
}
