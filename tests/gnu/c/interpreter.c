#include "io.h"
enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, OUT, HALT };
static const signed char code[] = { PUSH, 1, PUSH, 6, DUP, OUT, DUP, JNZ, 4, HALT };
static const signed char factorial[] = { PUSH, 1, PUSH, 7, SWAP, HALT };
static int stack[16], sp, steps;
static int run(const signed char *p, int limit) {
    int pc = 0;
    for (steps = 0; steps < limit; steps++) {
        int t;
        switch (p[pc++]) {
        case PUSH: stack[sp++] = p[pc++]; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
        case DUP: stack[sp] = stack[sp - 1]; sp++; break;
        case SWAP: t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break;
        case JNZ: t = stack[--sp]; pc = t ? p[pc] : pc + 1; if (t) stack[sp - 1] = t - 1; break;
        case DEC: stack[sp - 1]--; break;
        case OUT: put_int(stack[--sp]); put(" "); break;
        case HALT: return stack[sp - 1];
        }
    }
    return -1;
}
int main(void) {
    line_int("first", run(code, 100)); line_int("steps", steps);
    sp = 0;
    line_int("second", run(factorial, 100));
    return steps;
}
