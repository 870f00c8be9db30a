#include "io.h"
static int work(int seed) {
    int buffer[3000]; char text[5000];
    for (int i = 0; i < 3000; i++) buffer[i] = seed + i;
    for (int i = 0; i < 5000; i++) text[i] = (char)i;
    int sum = 0;
    for (int i = 0; i < 3000; i += 7) sum += buffer[i] ^ text[i];
    return sum;
}
int main(void) { line_int("work", work(5)); line_int("again", work(-100)); return 0; }
