#include "io.h"
union both { u32 word; u8 bytes[4]; short halves[2]; };
static union both u = { 0x11223344 };
int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += u.bytes[i];
    line_int("sum", sum);
    union both v = u;
    v.halves[0] = v.halves[1];
    line_int("equal", (v.word >> 16) == (v.word & 0xffff));
    v.word = 1;
    line_int("low_first", v.bytes[0]);
    return 0;
}
