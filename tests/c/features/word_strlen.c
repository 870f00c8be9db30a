/* strlen by words: it looks at bytes after the end of the text, and ignores what they are. */
#include "features.h"

APART static size_t length_of(const char *text)
{
    const char *p = text;
    while ((uintptr_t)p & 3)
        if (!*p++)
            return (size_t)(p - 1 - text);
    for (const uint32_t *w = (const uint32_t *)(const void *)p;; w++)
        if ((*w - 0x01010101u) & ~*w & 0x80808080u) {
            p = (const char *)w;
            while (*p)
                p++;
            return (size_t)(p - text);
        }
}

FEATURE(word_strlen)
{
    int sum = 0;
    for (int n = 0; n < 12; n++) {
        char text[24] __attribute__((aligned(4)));
        for (int i = 0; i < n; i++)
            text[i] = (char)('a' + i);
        text[n] = 0;
        for (int start = 0; start <= n && start < 4; start++)
            sum = sum * 3 + (int)length_of(text + start);
    }
    return sum;
}
