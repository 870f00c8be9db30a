/* A state machine whose states are functions that return the next one. */
#include "features.h"

struct state;
typedef struct state (*step)(char, int *);
struct state { step next; };

static struct state blank(char c, int *words);
static struct state inside(char c, int *words);
static struct state quoted(char c, int *words);

APART static struct state blank(char c, int *words)
{
    if (c == ' ')
        return (struct state){blank};
    ++*words;
    return (struct state){c == '"' ? quoted : inside};
}
APART static struct state inside(char c, int *words)
{
    (void)words;
    return (struct state){c == ' ' ? blank : c == '"' ? quoted : inside};
}
APART static struct state quoted(char c, int *words)
{
    *words += 100;
    return (struct state){c == '"' ? inside : quoted};
}

FEATURE(state_machine)
{
    struct state state = {blank};
    int words = 0;
    for (const char *p = "two words \"and one more\" of  them"; *p; p++)
        state = state.next(*p, &words);
    return words;
}
