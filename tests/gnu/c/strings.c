#include "io.h"
static char buffer[64];
static char *append(char *to, const char *from) { while ((*to = *from++)) to++; return to; }
static int compare(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (u8)*a - (u8)*b; }
static void upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
static int count(const char *s, char c) { int n = 0; for (; *s; s++) n += *s == c; return n; }
static const char odd[] = "tab\there, quote\", bell\a, null\0hidden, high\xc3\xa9";
int main(void) {
    char *end = append(append(append(buffer, "hello"), ", "), "world");
    line_int("length", (int)(end - buffer));
    upper(buffer);
    put(buffer); put("\n");
    line_int("less", compare("abc", "abd"));
    line_int("more", compare("b", "abc"));
    line_int("same", compare("x", "x"));
    line_int("o", count("foo boo zoo", 'o'));
    put(odd); put("\n");
    write_bytes(odd, sizeof odd - 1); put("\n");
    return sizeof odd;
}
