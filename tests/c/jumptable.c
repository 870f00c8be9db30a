/* Control flow: switch tables, calls by pointer, labels as values, recursion,
 * variable arguments, structures by value and long argument lists. */
#include "lib.h"

/* A calculator for postfix text; the switch becomes a jump table. */
static int32_t evaluate(const char *text)
{
    int32_t stack[16];
    int depth = 0;
    for (; *text != '\0'; text++) {
        int32_t top = depth > 0 ? stack[depth - 1] : 0;
        switch (*text) {
        case '!': stack[depth - 1] = !top; break;
        case '"': stack[depth++] = top; break;
        case '$': depth--; break;
        case '%': depth--; stack[depth - 1] %= top; break;
        case '&': depth--; stack[depth - 1] &= top; break;
        case '*': depth--; stack[depth - 1] *= top; break;
        case '+': depth--; stack[depth - 1] += top; break;
        case '-': depth--; stack[depth - 1] -= top; break;
        case '/': depth--; stack[depth - 1] /= top; break;
        case '0' ... '9': stack[depth++] = *text - '0'; break;
        case '<': depth--; stack[depth - 1] = stack[depth - 1] < top; break;
        case '=': depth--; stack[depth - 1] = stack[depth - 1] == top; break;
        case '>': depth--; stack[depth - 1] = stack[depth - 1] > top; break;
        default: return -1;
        }
    }
    return stack[depth - 1];
}

/* The same idea with the addresses of labels. */
static int32_t machine(const uint8_t *code)
{
    static const void *const steps[] = {&&halt, &&twice, &&plus_three, &&again, &&negate};
    int32_t value = 1, rounds = 5;
    const uint8_t *pc = code;
    goto *steps[*pc];
twice:
    value *= 2;
    goto *steps[*++pc];
plus_three:
    value += 3;
    goto *steps[*++pc];
negate:
    value = -value;
    goto *steps[*++pc];
again:
    pc = --rounds > 0 ? code : pc + 1;
    goto *steps[*pc];
halt:
    return value;
}

static int32_t ackermann(int32_t m, int32_t n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);

static __attribute__((noinline)) int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static __attribute__((noinline)) int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int moves;

static void hanoi(int discs, int from, int to)
{
    if (discs == 0)
        return;
    hanoi(discs - 1, from, 6 - from - to);
    moves += from * to;
    hanoi(discs - 1, 6 - from - to, to);
}

/* %d %u %x %s %c %l (64 bits) %f (double, three decimals) */
static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put_char(*format);
            continue;
        }
        switch (*++format) {
        case 'd': put_int(va_arg(list, int)); break;
        case 'u': put_uint(va_arg(list, unsigned)); break;
        case 'x': put_hex(va_arg(list, unsigned)); break;
        case 's': put_str(va_arg(list, const char *)); break;
        case 'c': put_char((char)va_arg(list, int)); break;
        case 'l': put_int64(va_arg(list, int64_t)); break;
        case 'f': put_fixed(va_arg(list, double), 3); break;
        default: put_char('%'); break;
        }
    }
    va_end(list);
}

struct box {
    int16_t left, top;
    int32_t width, height;
    char label[8];
};

static __attribute__((noinline)) struct box grow(struct box box, int by)
{
    box.left = (int16_t)(box.left - by);
    box.top = (int16_t)(box.top - by);
    box.width += 2 * by;
    box.height += 2 * by;
    box.label[0]++;
    return box;
}

static __attribute__((noinline)) int64_t many(int a, int64_t b, int c, int d, int64_t e, int f, int g,
                                              int64_t h, short i, signed char j)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static int apply(int (*const *table)(int), int count, int x)
{
    for (int i = 0; i < count; i++)
        x = table[i](x);
    return x;
}

static int square(int x) { return x * x; }
static int less_ten(int x) { return x - 10; }
static int half(int x) { return x / 2; }

int main(void)
{
    static const char *const texts[] = {"34+5*", "92/1-7*", "98>", "7\"*5%!", "12345*+-%", "1?"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        print("%s gives %d\n", texts[i], evaluate(texts[i]));

    static const uint8_t code[] = {1, 2, 4, 3, 1, 0};
    print("machine %d\n", machine(code));
    print("ackermann %d\n", ackermann(2, 9));
    print("even %d odd %d\n", is_even(1000), is_odd(1000));
    hanoi(8, 1, 3);
    print("hanoi %d\n", moves);
    print("%s %c %u %x %l %f %d %l %f%%\n", "mixed", 'x', 4000000000u, 48879u,
          (int64_t)-5000000000, -2.5, 7, (int64_t)1 << 62, 1234.5678);

    struct box box = {3, -4, 100, 200, "Aa"};
    box = grow(grow(box, 5), -20);
    print("box %d %d %d %d %s\n", box.left, box.top, box.width, box.height, box.label);
    print("many %l\n", many(1, -2, 3, -4, 5000000000, 6, -7, 8, -9, 10));

    static int (*const table[])(int) = {square, less_ten, half, square, less_ten};
    print("pointers %d\n", apply(table, 5, 12));
    return 0;
}
