/* Variables of the program in every section, reached from several functions. */
#include "features.h"

static int zero;
static int set = 5;
int shared_table[4] = {1, 2, 3, 4};
static const char *const names[] = {"north", "east", "south", "west"};
static int *pointer = &shared_table[2];

APART static void move(int by)
{
    zero += by;
    set *= 3;
    shared_table[by & 3] += set;
    pointer = &shared_table[(unsigned)zero % 4];
}

FEATURE(globals)
{
    uint32_t sum = 0;
    for (int i = 0; i < 7; i++) {
        move(i);
        sum = mix(sum, (uint32_t)(*pointer + names[i & 3][1]));
    }
    return (int)sum + zero + set;
}
