/* Compiled to sum.rv32.elf and sum.mips.elf, with line tables: the debugger shows these lines. */
static int numbers[] = {3, 9, 4};

static __attribute__((noinline)) int sum(const int *from, int count)
{
    int all = 0;
    while (count-- > 0)
        all += *from++;
    return all;
}

void leave(int code);

void start(void)
{
    leave(sum(numbers, 3));
}
