/* What each floating-point instruction of MIPS raises: its causes, and flags that stay. Rounds down,
 * which the host's arithmetic does not. */
#define SHOWN 0xfff3ffff
#include "mips_floats.h"

int main(void)
{
    show_all(3);
    /* Flags stay, causes do not. */
    uint32_t zero = 0, control;
    set_control(0);
    __asm__ volatile("mtc1 %1, $f2\n div.s $f0, $f2, $f2\n mul.s $f4, $f2, $f2\n cfc1 %0, $31"
                     : "=r"(control) : "r"(zero) : CLOBBERED);
    show_hex("flags alone", control);
    /* What is enabled and does not happen does not trap. */
    uint32_t one = 0x3f800000;
    set_control(0xf80);
    __asm__ volatile("mtc1 %1, $f2\n add.s $f0, $f2, $f2\n cfc1 %0, $31"
                     : "=r"(control) : "r"(one) : CLOBBERED);
    show_hex("enables alone", control);
    return 0;
}
