/* Fibonacci numbers by plain double recursion: calls and returns. */
#include "kernel.h"

/* Not inlined into itself, so that it stays a measure of calls. */
__attribute__((noinline, optimize("no-inline", "no-optimize-sibling-calls")))
static uint32_t fib(uint32_t n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

uint32_t kernel(void)
{
    return fib(30);
}
