/* Single instructions of the floating-point unit of MIPS on hard operands: what they give, and what
 * the control register then says. SHOWN chooses its bits. Only for MIPS32 release 2. */
#include "lib.h"

/* Results and control register of one instruction. */
static void show(const char *name, uint32_t high, uint32_t low)
{
    uint32_t control;
    __asm__ volatile("cfc1 %0, $31" : "=r"(control)::"memory");
    put_str("  ");
    put_str(name);
    put_char(' ');
    if (high)
        put_hex(high);
    put_hex(low);
    put_char(' ');
    put_hex(control & SHOWN);
    put_char('\n');
}

static void set_control(uint32_t value)
{
    __asm__ volatile("ctc1 %0, $31" ::"r"(value) : "memory");
}

#define CLOBBERED "$f0", "$f1", "$f2", "$f3", "$f4", "$f5", "$f6", "memory"

/* CODE works on $f2 and $f4, which hold single floats, and leaves one in $f0. */
#define SINGLES(name, code)                                                                       \
    do {                                                                                          \
        uint32_t result_;                                                                         \
        set_control(mode);                                                                        \
        __asm__ volatile("mtc1 %1, $f2\n mtc1 %2, $f4\n mtc1 $0, $f0\n" code "\n mfc1 %0, $f0"     \
                         : "=r"(result_) : "r"(a), "r"(b) : CLOBBERED);                           \
        show(name, 0, result_);                                                                   \
    } while (0)

/* The same with $f4 between $f2 and itself: FD = FS * FT + FR. */
#define TWO(name) SINGLES(name, name " $f0, $f2, $f4")
#define THREE(name) SINGLES(name, name " $f0, $f4, $f2, $f4")
#define ONE(name) SINGLES(name, name " $f0, $f2")
#define COMPARE(name) SINGLES(name, name " $f2, $f4")

/* The same for doubles. They go through memory, whatever the order of their halves. */
#define DOUBLES(name, code)                                                                       \
    do {                                                                                          \
        uint64_t result_;                                                                         \
        set_control(mode);                                                                        \
        __asm__ volatile("ldc1 $f2, %1\n ldc1 $f4, %2\n ldc1 $f0, %2\n" code                        \
                         "\n sdc1 $f0, %0"                                                        \
                         : "=m"(result_) : "m"(x), "m"(y) : CLOBBERED);                           \
        show(name, (uint32_t)(result_ >> 32), (uint32_t)result_);                                 \
    } while (0)
#define WIDEN(name)                                                                               \
    do {                                                                                          \
        uint64_t result_;                                                                         \
        set_control(mode);                                                                        \
        __asm__ volatile("mtc1 %1, $f2\n" name " $f0, $f2\n sdc1 $f0, %0"                         \
                         : "=m"(result_) : "r"(a) : CLOBBERED);                                   \
        show(name, (uint32_t)(result_ >> 32), (uint32_t)result_);                                 \
    } while (0)

static const uint32_t singles[] = {
    0x7fc12345, 0x7f812345, 0xffc00001, 0xff800001, 0x7fbfffff, 0x3f800000, 0xbeaaaaab,
    0x80000000, 0xff800000, 0x4f800000, 0x00000003, 0x7f7fffff,
};
static const uint64_t doubles[] = {
    0x7ff8123456789abc, 0x7ff0123456789abc, 0x7ff0000000001000, 0xfff7ffffffffffff,
    0x47f0000000000000, 0x3ff0000000000001, 0x0000000000000001, 0x7ff0000000000000,
    0xc1e0000000200000,
};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void show_all(uint32_t mode)
{
    for (unsigned i = 0; i < COUNT(singles); i++) {
        uint32_t a = singles[i], b = 0;
        show_hex("single", a);
        ONE("sqrt.s");
        ONE("abs.s");
        ONE("neg.s");
        ONE("cvt.w.s");
        ONE("trunc.w.s");
        ONE("floor.w.s");
        ONE("cvt.s.w");
        WIDEN("cvt.d.s");
        WIDEN("cvt.d.w");
        for (unsigned j = 0; j < COUNT(singles); j++) {
            b = singles[j];
            show_hex(" with", b);
            TWO("add.s");
            TWO("sub.s");
            TWO("mul.s");
            TWO("div.s");
            COMPARE("c.eq.s");
            COMPARE("c.ngt.s");
            THREE("madd.s");
            THREE("nmsub.s");
        }
    }
    for (unsigned i = 0; i < COUNT(doubles); i++) {
        uint64_t x = doubles[i], y = 0;
        put_hex64(x);
        put_char('\n');
        DOUBLES("cvt.s.d", "cvt.s.d $f0, $f2");
        DOUBLES("cvt.w.d", "cvt.w.d $f0, $f2");
        DOUBLES("ceil.w.d", "ceil.w.d $f0, $f2");
        y = doubles[(i + 1) % COUNT(doubles)];
        DOUBLES("add.d", "add.d $f0, $f2, $f4");
        DOUBLES("mul.d", "mul.d $f0, $f2, $f4");
        DOUBLES("div.d", "div.d $f0, $f2, $f4");
    }
}
