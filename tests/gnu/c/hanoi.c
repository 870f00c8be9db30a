#include "io.h"
static int moves;
static void hanoi(int n, char from, char to, char over) {
    if (n == 0) return;
    hanoi(n - 1, from, over, to);
    char text[5] = { from, '>', to, ' ', 0 };
    put(text);
    moves++;
    hanoi(n - 1, over, to, from);
}
int main(void) { hanoi(4, 'a', 'c', 'b'); put("\n"); return moves; }
