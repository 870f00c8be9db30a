#include "io.h"
static int twice(int x) {
    int result;
#if defined(__riscv)
    __asm__("add %0, %1, %1" : "=r"(result) : "r"(x));
#else
    __asm__("addu %0, %1, %1" : "=r"(result) : "r"(x));
#endif
    return result;
}
static int loop(int n) {
    int sum = 0;
#if defined(__riscv)
    __asm__ volatile("1: beqz %1, 2f\n\tadd %0, %0, %1\n\taddi %1, %1, -1\n\tj 1b\n2:" : "+r"(sum), "+r"(n));
#else
    __asm__ volatile(".set push\n\t.set noreorder\n1: beqz %1, 2f\n\tnop\n\taddu %0, %0, %1\n\tb 1b\n\taddiu %1, %1, -1\n2: .set pop" : "+r"(sum), "+r"(n));
#endif
    return sum;
}
__asm__(".pushsection .rodata\n.globl from_asm\nfrom_asm: .word 1, 2, 3\n.Lend: .word .Lend - from_asm\n.popsection");
extern const int from_asm[];
int main(void) {
    line_int("twice", twice(21)); line_int("loop", loop(10));
    line_int("asm", from_asm[2]); line_int("distance", from_asm[3]);
    return 0;
}
