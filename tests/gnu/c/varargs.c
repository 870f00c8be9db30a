#include "io.h"
#include <stdarg.h>
static int sum(int count, ...) {
    va_list list; int total = 0;
    va_start(list, count);
    while (count--) total += va_arg(list, int);
    va_end(list);
    return total;
}
static void print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        if (*format != '%') { write_bytes(format, 1); continue; }
        switch (*++format) {
        case 'd': put_int(va_arg(list, int)); break;
        case 'x': put_unsigned(va_arg(list, u32), 16); break;
        case 's': put(va_arg(list, const char *)); break;
        case 'c': { char c = va_arg(list, int); write_bytes(&c, 1); break; }
        case 'l': { long long v = va_arg(list, long long); put_unsigned((u32)(v >> 32), 16); put(":"); put_unsigned((u32)v, 16); break; }
        default: put("?");
        }
    }
    va_end(list);
}
int main(void) {
    line_int("sum", sum(7, 1, 2, 3, 4, 5, 6, 7));
    print("%d %s %x %c|%d|%l %l\n", -5, "text", 0xbeef, 'q', 42, 0x123456789aLL, -1LL);
    return sum(2, 20, 22);
}
