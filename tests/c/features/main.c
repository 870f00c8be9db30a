/* Calls every feature, or those that its arguments name, and prints a line for each. It ends inside
 * a function that does not return. */
#include "features.h"

#define F(name) FEATURE(name);
#include "list.h"
#undef F

static const struct { const char *name; int (*run)(void); } FEATURES[] = {
#define F(name) {#name, feature_##name},
#include "list.h"
#undef F
};

__attribute__((noreturn, noipa)) static void leave(int code)
{
    put_str("done\n");
    sys_exit(code);
}

static int is_wanted(const char *name, int count, char **names)
{
    for (int i = 1; i < count; i++) {
        size_t length = text_length(names[i]);
        if (length == text_length(name) && memcmp(name, names[i], length) == 0)
            return 1;
    }
    return count < 2;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof FEATURES / sizeof *FEATURES; i++) {
        if (!is_wanted(FEATURES[i].name, argc, argv))
            continue;
        put_str(FEATURES[i].name);
        put_str(": ");
        put_hex((uint32_t)FEATURES[i].run());
        put_char('\n');
    }
    leave(0);
}
