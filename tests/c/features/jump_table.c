/* A dense switch, which becomes a table of addresses. */
#include "features.h"

APART static int step(int kind, int value)
{
    switch (kind) {
    case 0: return value + 1;
    case 1: return value * 3;
    case 2: return value ^ 0x55;
    case 3: return value - 17;
    case 4: return value << 2;
    case 5: return -value;
    case 6: return value / 3;
    case 7: return ~value;
    case 8: return value % 1000;
    case 9: return value | 1;
    default: return 0;
    }
}

FEATURE(jump_table)
{
    int value = 5;
    for (int i = 0; i < 40; i++)
        value = step(i * 7 % 11, value) + i;
    return value;
}
