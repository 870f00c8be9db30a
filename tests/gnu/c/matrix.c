#include "io.h"
#define N 5
static int a[N][N], b[N][N], c[N][N];
static void multiply(int (*x)[N], int (*y)[N], int (*z)[N]) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
        int s = 0;
        for (int k = 0; k < N; k++) s += x[i][k] * y[k][j];
        z[i][j] = s;
    }
}
int main(void) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { a[i][j] = i + j; b[i][j] = i - j; }
    multiply(a, b, c);
    int trace = 0;
    for (int i = 0; i < N; i++) { trace += c[i][i]; for (int j = 0; j < N; j++) { put_int(c[i][j]); put(" "); } put("\n"); }
    line_int("trace", trace);
    return 0;
}
