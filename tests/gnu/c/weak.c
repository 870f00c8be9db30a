#include "io.h"
__attribute__((weak)) int optional(int);
__attribute__((weak)) int fallback(int x) { return x * 2; }
extern int __attribute__((weak)) missing_variable;
static int real(int x) { return x + 100; }
int alias(int) __attribute__((alias("visible")));
int visible(int x) { return real(x); }
__attribute__((visibility("hidden"))) int hidden = 12;
int main(void) {
    line_int("optional", optional ? optional(1) : -1);
    line_int("variable", &missing_variable ? missing_variable : -2);
    line_int("fallback", fallback(4));
    line_int("alias", alias(5));
    line_int("hidden", hidden);
    return 0;
}
