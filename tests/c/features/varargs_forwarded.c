/* A list of arguments handed on, copied, and read twice: a small printf. */
#include "features.h"

APART static int format(char *to, const char *text, va_list list)
{
    char *start = to;
    for (; *text; text++) {
        if (*text != '%') {
            *to++ = *text;
            continue;
        }
        switch (*++text) {
        case 'c': *to++ = (char)va_arg(list, int); break;
        case 's':
            for (const char *s = va_arg(list, const char *); *s; s++)
                *to++ = *s;
            break;
        case 'u': {
            char digits[12];
            int count = 0;
            unsigned value = va_arg(list, unsigned);
            do
                digits[count++] = (char)('0' + value % 10);
            while (value /= 10);
            while (count)
                *to++ = digits[--count];
        } break;
        default: break;
        }
    }
    *to = 0;
    return (int)(to - start);
}

APART static int twice(char *to, const char *text, ...)
{
    va_list list, copy;
    va_start(list, text);
    va_copy(copy, list);
    int length = format(to, text, list);
    length += format(to + length, text, copy);
    va_end(copy);
    va_end(list);
    return length;
}

FEATURE(varargs_forwarded)
{
    char text[100];
    uint32_t sum = (uint32_t)twice(text, "%s has %u of %c%c; ", "ann", 1234u, 'o', 'k');
    for (char *p = text; *p; p++)
        sum = mix(sum, (unsigned char)*p);
    return (int)sum;
}
