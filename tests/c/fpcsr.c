/* What C leaves open about floating point and the manual decides: exception
 * flags, rounding modes, conversions out of range, minimum and maximum,
 * classes and NaN results. Only for targets with an F extension. */
#include "lib.h"

#define READ_FLAGS()                                                     \
    ({                                                                   \
        uint32_t flags_;                                                 \
        __asm__ volatile("frflags %0" : "=r"(flags_)::"memory");         \
        flags_;                                                          \
    })
#define CLEAR_FLAGS() __asm__ volatile("fsflags zero" ::: "memory")

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void show(const char *name, uint32_t result, uint32_t flags)
{
    put_str(name);
    put_char(' ');
    put_hex(result);
    put_str(" flags ");
    for (int i = 4; i >= 0; i--)
        put_char(flags >> i & 1 ? "xuozv"[i] : '-');
    put_char('\n');
}

#define ARITHMETIC(instruction, x, y)                                                          \
    do {                                                                                       \
        float result_;                                                                         \
        CLEAR_FLAGS();                                                                         \
        __asm__ volatile(instruction " %0, %1, %2" : "=f"(result_) : "f"(x), "f"(y) : "memory"); \
        uint32_t flags_ = READ_FLAGS();                                                        \
        show(instruction, to_bits(result_), flags_);                                           \
    } while (0)

#define CONVERT(instruction, mode, x)                                                          \
    do {                                                                                       \
        uint32_t result_;                                                                      \
        CLEAR_FLAGS();                                                                         \
        __asm__ volatile(instruction " %0, %1, " mode : "=r"(result_) : "f"(x) : "memory");    \
        uint32_t flags_ = READ_FLAGS();                                                        \
        show(instruction " " mode, result_, flags_);                                           \
    } while (0)

#define COMPARE(instruction, x, y)                                                             \
    do {                                                                                       \
        uint32_t result_;                                                                      \
        CLEAR_FLAGS();                                                                         \
        __asm__ volatile(instruction " %0, %1, %2" : "=r"(result_) : "f"(x), "f"(y) : "memory"); \
        uint32_t flags_ = READ_FLAGS();                                                        \
        show(instruction, result_, flags_);                                                    \
    } while (0)

int main(void)
{
    const float zero = from_bits(0), minus_zero = from_bits(0x80000000);
    const float infinity = from_bits(0x7f800000), quiet = from_bits(0x7fc01234);
    const float signalling = from_bits(0x7f801234), largest = from_bits(0x7f7fffff);
    const float smallest = from_bits(1), one = from_bits(0x3f800000);
    const float three = from_bits(0x40400000);

    ARITHMETIC("fdiv.s", one, three);
    ARITHMETIC("fdiv.s", one, minus_zero);
    ARITHMETIC("fdiv.s", zero, zero);
    ARITHMETIC("fdiv.s", smallest, three);
    ARITHMETIC("fmul.s", largest, three);
    ARITHMETIC("fsub.s", infinity, infinity);
    ARITHMETIC("fadd.s", quiet, one);
    ARITHMETIC("fadd.s", signalling, one);
    ARITHMETIC("fadd.s", one, smallest);
    ARITHMETIC("fsub.s", one, one);
    ARITHMETIC("fmin.s", zero, minus_zero);
    ARITHMETIC("fmax.s", minus_zero, zero);
    ARITHMETIC("fmin.s", quiet, one);
    ARITHMETIC("fmax.s", signalling, three);
    ARITHMETIC("fmin.s", quiet, quiet);
    ARITHMETIC("fsgnj.s", three, minus_zero);
    ARITHMETIC("fsgnjn.s", signalling, zero);
    ARITHMETIC("fsgnjx.s", minus_zero, minus_zero);

    COMPARE("feq.s", quiet, one);
    COMPARE("feq.s", signalling, one);
    COMPARE("flt.s", quiet, one);
    COMPARE("fle.s", zero, minus_zero);
    COMPARE("flt.s", minus_zero, zero);

    static const uint32_t values[] = {0x3fc00000, 0xbfc00000, 0x40200000, 0x3f000000, 0xbf800000,
                                      0x4f000000, 0xcf000000, 0x4f800000, 0x7f800000, 0xff800000,
                                      0x7fc00000, 0xbf666666};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        float x = from_bits(values[i]);
        show_hex("convert", values[i]);
        CONVERT("fcvt.w.s", "rne", x);
        CONVERT("fcvt.w.s", "rtz", x);
        CONVERT("fcvt.w.s", "rdn", x);
        CONVERT("fcvt.w.s", "rup", x);
        CONVERT("fcvt.w.s", "rmm", x);
        CONVERT("fcvt.wu.s", "rtz", x);
        CONVERT("fcvt.wu.s", "rup", x);
    }

    /* The rounding mode register, used by instructions that name none. */
    for (uint32_t mode = 0; mode < 5; mode++) {
        uint32_t old, control;
        __asm__ volatile("fsrm %0, %1" : "=r"(old) : "r"(mode) : "memory");
        show_hex("mode before", old);
        ARITHMETIC("fdiv.s", one, three);
        ARITHMETIC("fdiv.s", from_bits(0xbf800000), three);
        ARITHMETIC("fmul.s", largest, largest);
        ARITHMETIC("fsub.s", one, one);
        __asm__ volatile("frcsr %0" : "=r"(control)::"memory");
        show_hex("fcsr", control);
    }
    __asm__ volatile("fscsr zero" ::: "memory");

    static const uint32_t classes[] = {0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0,
                                       1,          0x3f800000, 0x7f800000, 0x7f800001, 0x7fc00000};
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        uint32_t class;
        float x = from_bits(classes[i]);
        __asm__("fclass.s %0, %1" : "=r"(class) : "f"(x));
        show_hex("class", class);
    }

    float root;
    CLEAR_FLAGS();
    __asm__ volatile("fsqrt.s %0, %1" : "=f"(root) : "f"(from_bits(0xbf800000)) : "memory");
    show("fsqrt.s of -1", to_bits(root), READ_FLAGS());
    CLEAR_FLAGS();
    __asm__ volatile("fsqrt.s %0, %1" : "=f"(root) : "f"(minus_zero) : "memory");
    show("fsqrt.s of -0", to_bits(root), READ_FLAGS());
    CLEAR_FLAGS();
    __asm__ volatile("fmadd.s %0, %1, %2, %3"
                     : "=f"(root)
                     : "f"(infinity), "f"(zero), "f"(quiet)
                     : "memory");
    show("fmadd.s inf*0+nan", to_bits(root), READ_FLAGS());
    return 0;
}
