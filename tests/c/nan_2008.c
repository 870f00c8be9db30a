/* NaNs of MIPS since 2008: built with -mnan=2008. */
#define SHOWN 0x000c0ffc
#include "mips_floats.h"

int main(void)
{
    show_all(0);
    return 0;
}
