/* Assembly inside C that names saved registers, so that the compiler must save them. */
#include "features.h"

APART static int busy(int a, int b)
{
#if defined(__riscv)
    __asm__ volatile("mv s2, %0\n\tmv s3, %1\n\tadd s4, s2, s3\n\tslli s5, s4, 2\n\tsub s11, s5, s2\n\tmv %0, s11"
                     : "+r"(a) : "r"(b) : "s2", "s3", "s4", "s5", "s11");
#elif defined(__mips__)
    __asm__ volatile("move $18, %0\n\tmove $19, %1\n\taddu $20, $18, $19\n\tsll $21, $20, 2\n\tsubu $23, $21, $18\n\tmove %0, $23"
                     : "+r"(a) : "r"(b) : "$18", "$19", "$20", "$21", "$23");
#else
    a = (a + b) * 4 - a;
#endif
    return a;
}
APART static int only(int a)
{
#if defined(__riscv)
    __asm__ volatile("li s1, 99" ::: "s1");
#elif defined(__mips__)
    __asm__ volatile("li $17, 99" ::: "$17");
#endif
    return a + 1;
}

FEATURE(saved_by_hand)
{
    int a = 3, b = 4, c = 5;
    for (int i = 0; i < 6; i++) {
        c += busy(a, b);
        a = only(b) + c;
        b = busy(c, i);
    }
    return a ^ b ^ c;
}
