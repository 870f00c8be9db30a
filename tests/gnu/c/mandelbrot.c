/* needs: float */
#include "io.h"
int main(void) {
    for (int row = 0; row < 12; row++) {
        for (int column = 0; column < 32; column++) {
            double cx = column / 12.0 - 2.0, cy = row / 5.0 - 1.1, x = 0, y = 0;
            int n = 0;
            while (x * x + y * y < 4 && n < 30) { double t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; n++; }
            char c = " .:-=+*#%@"[n / 3 > 9 ? 9 : n / 3];
            write_bytes(&c, 1);
        }
        put("\n");
    }
    return 0;
}
