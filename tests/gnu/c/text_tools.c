#include "io.h"
static int parse(const char **at) {
    int sign = 1, value = 0;
    while (**at == ' ') ++*at;
    if (**at == '-') { sign = -1; ++*at; }
    while (**at >= '0' && **at <= '9') value = value * 10 + *(*at)++ - '0';
    return sign * value;
}
static int expression(const char **at);
static int factor(const char **at) {
    while (**at == ' ') ++*at;
    if (**at == '(') { ++*at; int v = expression(at); ++*at; return v; }
    return parse(at);
}
static int term(const char **at) {
    int v = factor(at);
    for (;;) {
        while (**at == ' ') ++*at;
        if (**at == '*') { ++*at; v *= factor(at); } else if (**at == '/') { ++*at; v /= factor(at); } else return v;
    }
}
static int expression(const char **at) {
    int v = term(at);
    for (;;) {
        while (**at == ' ') ++*at;
        if (**at == '+') { ++*at; v += term(at); } else if (**at == '-') { ++*at; v -= term(at); } else return v;
    }
}
int main(void) {
    static const char *const all[] = { "1 + 2 * 3", "(1+2)*3", "100 / 7 - -4", "2*(3+4)*(5-6)", "((((7))))" };
    for (int i = 0; i < 5; i++) { const char *p = all[i]; line_int(all[i], expression(&p)); }
    return 0;
}
