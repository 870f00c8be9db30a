#include "io.h"
static int columns[8], solutions;
static int safe(int row, int column) {
    for (int i = 0; i < row; i++) {
        int d = columns[i] - column;
        if (d == 0 || d == row - i || d == i - row) return 0;
    }
    return 1;
}
static void place(int row) {
    if (row == 6) { if (!solutions++) for (int i = 0; i < 6; i++) put_int(columns[i]); return; }
    for (int c = 0; c < 6; c++) if (safe(row, c)) { columns[row] = c; place(row + 1); }
}
int main(void) { place(0); put("\n"); return solutions; }
