/* Part of two_files.c */
int shared = 40, table[] = { 1, 2, 33 }, common_both;
static int own = 100;
extern int helper(int);
const char *other_name(void) { return "other file"; }
__attribute__((weak)) int helper_not_there(void);
int other(int x) { shared++; own += common_both; return helper(x) + own; }
