#include "io.h"
static char world[2][10][12];
int main(void) {
    world[0][1][2] = world[0][2][3] = world[0][3][1] = world[0][3][2] = world[0][3][3] = 1;
    for (int g = 0; g < 6; g++) {
        char (*now)[12] = world[g & 1], (*next)[12] = world[~g & 1];
        for (int y = 0; y < 10; y++) for (int x = 0; x < 12; x++) {
            int n = 0;
            for (int dy = -1; dy < 2; dy++) for (int dx = -1; dx < 2; dx++)
                if (dx || dy) n += now[(y + dy + 10) % 10][(x + dx + 12) % 12];
            next[y][x] = n == 3 || (n == 2 && now[y][x]);
        }
    }
    int alive = 0;
    for (int y = 0; y < 10; y++) { for (int x = 0; x < 12; x++) { put(world[0][y][x] ? "#" : "."); alive += world[0][y][x]; } put("\n"); }
    return alive;
}
