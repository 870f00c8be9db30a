/* Reads all of standard input; counts; prints each line reversed, in upper
 * case, with its words counted, and the most used letters. */
#include "lib.h"

static char input[4096];

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static size_t read_all(void)
{
    size_t length = 0;
    while (length < sizeof input) {
        size_t room = sizeof input - length;
        /* Small and odd pieces, so that a piece may end inside a line. */
        long got = sys_read(0, input + length, room < 37 ? room : 37);
        if (got < 0)
            sys_exit(1);
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return length;
}

static int words_in(const char *text, size_t length)
{
    int words = 0;
    for (size_t i = 0; i < length; i++)
        words += !is_space(text[i]) && (i == 0 || is_space(text[i - 1]));
    return words;
}

int main(void)
{
    size_t length = read_all();
    uint32_t lines = 0, hash = 2166136261u;
    uint16_t letters[26];
    memset(letters, 0, sizeof letters);
    for (size_t i = 0; i < length; i++) {
        lines += input[i] == '\n';
        hash = (hash ^ (uint8_t)input[i]) * 16777619u;
        unsigned letter = (unsigned)(upper(input[i]) - 'A');
        if (letter < 26)
            letters[letter]++;
    }
    show_int("bytes", (int32_t)length);
    show_int("words", words_in(input, length));
    show_int("lines", (int32_t)lines);
    show_hex("hash", hash);

    char line[128];
    for (size_t start = 0; start < length;) {
        size_t end = start;
        while (end < length && input[end] != '\n')
            end++;
        size_t size = end - start < sizeof line - 1 ? end - start : sizeof line - 1;
        for (size_t i = 0; i < size; i++)
            line[i] = upper(input[end - 1 - i]);
        line[size] = '\0';
        put_int(words_in(input + start, end - start));
        put_str(" <");
        put_str(line);
        put_str(">\n");
        start = end + 1;
    }

    put_str("most used:");
    for (int k = 0; k < 3; k++) {
        int best = 0;
        for (int i = 1; i < 26; i++) {
            if (letters[i] > letters[best])
                best = i;
        }
        put_char(' ');
        put_char((char)('a' + best));
        put_int(letters[best]);
        letters[best] = 0;
    }
    memmove(input + 3, input, 10);
    memmove(input, input + 1, 10);
    input[10] = '\0';
    put_str("\nmoved: ");
    put_str(input);
    put_char('\n');
    return 0;
}
