#include "io.h"
struct flags { unsigned a : 3; int b : 5; unsigned c : 10; unsigned : 2; unsigned d : 12; };
struct packed { u8 tag; u32 word; unsigned short half; } __attribute__((packed));
static volatile struct flags f = { 5, -3, 700, 4000 };
static struct packed p = { 1, 0x12345678, 0xabcd };
int main(void) {
    f.a += 6; f.b -= 10; f.c ^= 0x155; f.d++;
    line_int("a", f.a); line_int("b", f.b); line_int("c", f.c); line_int("d", f.d);
    p.word += 0x01010101; p.half = ~p.half;
    line_hex("word", p.word); line_hex("half", p.half);
    line_int("size", sizeof p);
    return sizeof f;
}
