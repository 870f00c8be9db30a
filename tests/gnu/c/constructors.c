#include "io.h"
static int order[4], count;
__attribute__((constructor)) static void first(void) { order[count++] = 1; }
__attribute__((constructor)) static void second(void) { order[count++] = 2; }
int main(int argc, char **argv) {
    line_int("count", count); line_int("sum", order[0] + order[1]);
    line_int("argc", argc > 0); line_int("end", argv[argc] == 0);
    return count;
}
