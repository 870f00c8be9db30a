/* Leaving several functions at once by setjmp and longjmp, written in assembly (jump.S). */
#include "features.h"

#ifdef BARE
typedef long jump_buffer[40] __attribute__((aligned(8)));
int jump_set(jump_buffer buffer) __attribute__((returns_twice));
void jump_back(jump_buffer buffer, int value) __attribute__((noreturn));
#else
#include <setjmp.h>
typedef jmp_buf jump_buffer;
#define jump_set setjmp
#define jump_back longjmp
#endif

static jump_buffer outer;

APART static int parse(const char *text, int depth)
{
    int keep = depth * 3 + *text;
    if (*text == '!')
        jump_back(outer, depth + 1);
    if (*text == 0)
        return depth;
    return parse(text + 1, depth + 1) * 2 + keep;
}
APART static int guarded(const char *text)
{
    int failed = jump_set(outer);
    if (failed)
        return -failed;
    return parse(text, 0);
}

FEATURE(setjmp_longjmp)
{
    return guarded("abc") * 1000 + guarded("wrong!here") + guarded("!") + guarded("deeper and deeper!");
}
