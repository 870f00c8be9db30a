/* with: two_files_other.c */
#include "io.h"
extern int shared, table[]; extern const char *other_name(void); extern int other(int);
int common_both; static int own = 1;
int helper(int x) { return x + own; }
int main(void) {
    line_int("other", other(5)); line_int("shared", shared); line_int("table", table[2]);
    common_both = 9;
    put(other_name()); put("\n");
    line_int("own", own); line_int("again", other(0));
    return 0;
}
