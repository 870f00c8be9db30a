/* The A extension: the compiler's atomic built-ins, and lr/sc by hand. */
#include "lib.h"

static int32_t cell;

static void show(const char *name, int32_t returned)
{
    put_str(name);
    put_str(": returned ");
    put_int(returned);
    put_str(", left ");
    put_int(cell);
    put_char('\n');
}

/* C has no built-in for these four. */
#ifdef __riscv_atomic
#define FETCH(name, instruction, unused)                                                    \
    static int32_t name(int32_t *at, int32_t operand)                                       \
    {                                                                                       \
        int32_t old;                                                                        \
        __asm__ volatile(instruction " %0, %2, %1"                                          \
                         : "=r"(old), "+A"(*at)                                             \
                         : "r"(operand)                                                     \
                         : "memory");                                                       \
        return old;                                                                         \
    }
#else
#define FETCH(name, unused, keeps)                                                          \
    static int32_t name(int32_t *at, int32_t operand)                                       \
    {                                                                                       \
        int32_t old = *at;                                                                  \
        *at = (keeps) ? old : operand;                                                      \
        return old;                                                                         \
    }
#endif
FETCH(fetch_min, "amomin.w.aqrl", old <= operand)
FETCH(fetch_max, "amomax.w.aq", old >= operand)
FETCH(fetch_minu, "amominu.w.rl", (uint32_t)old <= (uint32_t)operand)
FETCH(fetch_maxu, "amomaxu.w", (uint32_t)old >= (uint32_t)operand)

/* Multiplies the cell with load-reserved and store-conditional. */
static int32_t fetch_multiply(int32_t *at, int32_t factor)
{
#ifdef __riscv_atomic
    int32_t old, failed, product;
    do {
        __asm__ volatile("lr.w.aq %0, %3\n\t"
                         "mul %2, %0, %4\n\t"
                         "sc.w.rl %1, %2, %3"
                         : "=&r"(old), "=&r"(failed), "=&r"(product), "+A"(*at)
                         : "r"(factor)
                         : "memory");
    } while (failed);
    return old;
#else
    int32_t old = *at;
    *at = old * factor;
    return old;
#endif
}

/* A store-conditional uses up its reservation: the second one must fail. */
static int second_store_fails(int32_t *at)
{
#ifdef __riscv_atomic
    int32_t value, first, second;
    do {
        __asm__ volatile("lr.w %0, %3\n\t"
                         "sc.w %1, %0, %3\n\t"
                         "sc.w %2, zero, %3"
                         : "=&r"(value), "=&r"(first), "=&r"(second), "+A"(*at)
                         :
                         : "memory");
    } while (first);
    return second != 0;
#else
    (void)at;
    return 1;
#endif
}

struct node {
    struct node *next;
    int value;
};

static struct node *top;

static void push(struct node *node)
{
    node->next = __atomic_load_n(&top, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&top, &node->next, node, 1, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        continue;
}

static struct node *pop(void)
{
    struct node *node = __atomic_load_n(&top, __ATOMIC_ACQUIRE);
    while (node != NULL && !__atomic_compare_exchange_n(&top, &node, node->next, 1,
                                                        __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
        continue;
    return node;
}

int main(void)
{
    __atomic_store_n(&cell, 100, __ATOMIC_SEQ_CST);
    show("add", __atomic_fetch_add(&cell, 23, __ATOMIC_SEQ_CST));
    show("sub", __atomic_fetch_sub(&cell, 200, __ATOMIC_ACQ_REL));
    show("and", __atomic_fetch_and(&cell, 0xff, __ATOMIC_ACQUIRE));
    show("or", __atomic_fetch_or(&cell, 0x1000, __ATOMIC_RELEASE));
    show("xor", __atomic_fetch_xor(&cell, -1, __ATOMIC_RELAXED));
    show("swap", __atomic_exchange_n(&cell, -5, __ATOMIC_SEQ_CST));
    show("add and fetch", __atomic_add_fetch(&cell, 1, __ATOMIC_SEQ_CST));
    show("min", fetch_min(&cell, 3));
    show("max", fetch_max(&cell, 3));
    show("min", fetch_min(&cell, -9));
    show("minu", fetch_minu(&cell, 8));
    show("maxu", fetch_maxu(&cell, -2));
    show("max", fetch_max(&cell, 6));
    show("multiply", fetch_multiply(&cell, -7));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    show("second store fails", second_store_fails(&cell));

    int32_t expected = -42;
    show("compare and swap", __atomic_compare_exchange_n(&cell, &expected, 11, 0, __ATOMIC_SEQ_CST,
                                                         __ATOMIC_SEQ_CST));
    show("compare and swap", __atomic_compare_exchange_n(&cell, &expected, 12, 0, __ATOMIC_SEQ_CST,
                                                         __ATOMIC_SEQ_CST));
    show_int("seen instead", expected);

    static struct node nodes[10];
    for (int i = 0; i < 10; i++) {
        nodes[i].value = i * i;
        push(&nodes[i]);
    }
    put_str("popped:");
    for (struct node *node; (node = pop()) != NULL;) {
        put_char(' ');
        put_int(node->value);
    }
    put_char('\n');
    return 0;
}
