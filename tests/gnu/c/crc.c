#include "io.h"
static u32 table[256];
int main(void) {
    for (u32 i = 0; i < 256; i++) { u32 c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1; table[i] = c; }
    const char *text = "123456789";
    u32 crc = 0xffffffffu;
    while (*text) crc = table[(crc ^ (u8)*text++) & 0xff] ^ (crc >> 8);
    line_hex("crc", ~crc);
    u32 a = 1, b = 0;
    for (text = "Wikipedia"; *text; text++) { a = (a + (u8)*text) % 65521; b = (b + a) % 65521; }
    line_hex("adler", b << 16 | a);
    return 0;
}
