/* Atomic operations, where the machine has them. */
#include "features.h"

#if !defined(__riscv) || defined(__riscv_atomic)
#define ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
#define EXCHANGE(p, v) __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL)
#define COMPARE(p, e, v) __atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)
#else
static int ADD(int *p, int v) { int old = *p; *p += v; return old; }
static int EXCHANGE(int *p, int v) { int old = *p; *p = v; return old; }
static int COMPARE(int *p, int *e, int v)
{
    if (*p == *e)
        return *p = v, 1;
    *e = *p;
    return 0;
}
#endif

static int counter = 10;

APART static int raise(int by)
{
    int seen = counter;
    while (!COMPARE(&counter, &seen, seen * by))
        ;
    return seen;
}

FEATURE(atomics)
{
    int local = 4;
    int sum = ADD(&counter, 5) + raise(3) * 10;
    sum += EXCHANGE(&local, counter) * 100;
    return sum + ADD(&local, -1) * 1000 + local;
}
