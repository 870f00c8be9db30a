/* NaNs of MIPS before 2008: built with -mnan=legacy. Results and flags; the causes are another
 * program's matter (fpu_causes). */
#define SHOWN 0x00000ffc
#include "mips_floats.h"

int main(void)
{
    show_all(0);
    return 0;
}
