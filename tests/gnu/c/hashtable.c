#include "io.h"
struct entry { const char *key; int value; struct entry *next; };
static struct entry pool[32], *table[8];
static int used;
static u32 hash(const char *s) { u32 h = 5381; while (*s) h = h * 33 ^ (u8)*s++; return h; }
static int same(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
static struct entry *find(const char *key) {
    for (struct entry *e = table[hash(key) % 8]; e; e = e->next) if (same(e->key, key)) return e;
    return 0;
}
static void set(const char *key, int value) {
    struct entry *e = find(key);
    if (!e) {
        e = &pool[used++];
        e->key = key;
        e->next = table[hash(key) % 8];
        table[hash(key) % 8] = e;
    }
    e->value = value;
}
static const char *words[] = { "one", "two", "three", "four", "five", "six", "seven", "two", "one" };
int main(void) {
    for (int i = 0; i < 9; i++) set(words[i], i);
    for (int i = 0; i < 7; i++) line_int(words[i], find(words[i])->value);
    line_int("missing", find("eight") == 0);
    line_hex("hash", hash("seven"));
    return used;
}
