/* memcpy and memmove by words, over bytes of which some were never set. */
#include "features.h"

APART static void *copy_words(void *to, const void *from, size_t length)
{
    uint32_t *t = to;
    const uint32_t *f = from;
    for (; length >= 4; length -= 4)
        *t++ = *f++;
    unsigned char *bytes = (unsigned char *)t;
    const unsigned char *rest = (const unsigned char *)f;
    while (length--)
        *bytes++ = *rest++;
    return to;
}

FEATURE(word_copy)
{
    uint32_t source[8], target[8];
    char *letters = (char *)source, *copied = (char *)target;
    const char *text = "only a part";
    int n = 0;
    while ((letters[n] = text[n]))
        n++;
    copy_words(target, source, 27);
    memmove(copied + 3, copied, 15);
    uint32_t sum = 0;
    for (int i = 3; i < 3 + n; i++)
        sum = mix(sum, (unsigned char)copied[i]);
    return (int)sum;
}
