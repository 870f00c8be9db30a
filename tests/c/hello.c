/* Arguments, environment-free start-up and the exit code. */
#include "lib.h"

static const char greeting[] = "hello, world";
static int counter = 40; /* .data */
static int zeroed[100];  /* .bss */

int main(int argc, char **argv)
{
    put_str(greeting);
    put_char('\n');
    show_int("arguments", argc - 1);
    for (int i = 1; i < argc; i++) {
        put_char('[');
        put_str(argv[i]);
        put_str("]\n");
    }
    show_int("argv ends with null", argv[argc] == NULL);
    for (int i = 0; i < 100; i++)
        counter += zeroed[i] + (i == 99 ? 2 : 0);
    return counter;
}
