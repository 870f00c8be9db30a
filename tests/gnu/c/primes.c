#include "io.h"
static u8 sieve[1000];
int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i < 1000; i++) {
        if (sieve[i]) continue;
        count++; last = i;
        for (int j = i * i; j < 1000; j += i) sieve[j] = 1;
    }
    line_int("count", count); line_int("last", last);
    return count;
}
