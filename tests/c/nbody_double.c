/* Double precision: planets under gravity, then square roots, fused
 * multiply-add, conversions and comparisons. The results are printed bit by
 * bit, so hardware and software arithmetic must agree exactly. */
#include "lib.h"

enum { BODIES = 4, STEPS = 200 };

struct body {
    double place[3], speed[3], mass;
};

/* A sun and three planets; the units are made up. */
static struct body bodies[BODIES] = {
    {{0, 0, 0}, {0, 0, 0}, 1000},
    {{10, 0, 0}, {0, 10, 0}, 1},
    {{0, 20, 1}, {-7, 0, 0.5}, 2},
    {{-30, 0, -2}, {0, -5.5, 0.25}, 0.5},
};

static double distance_squared(const struct body *a, const struct body *b, double *away)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        away[k] = a->place[k] - b->place[k];
        sum += away[k] * away[k];
    }
    return sum;
}

static void advance(double dt)
{
    for (int i = 0; i < BODIES; i++) {
        for (int j = i + 1; j < BODIES; j++) {
            struct body *a = &bodies[i], *b = &bodies[j];
            double away[3];
            double d2 = distance_squared(a, b, away);
            double pull = dt / (d2 * square_root(d2));
            for (int k = 0; k < 3; k++) {
                a->speed[k] -= away[k] * b->mass * pull;
                b->speed[k] += away[k] * a->mass * pull;
            }
        }
    }
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++)
            bodies[i].place[k] += dt * bodies[i].speed[k];
    }
}

static double energy(void)
{
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        double v2 = 0, away[3];
        for (int k = 0; k < 3; k++)
            v2 += bodies[i].speed[k] * bodies[i].speed[k];
        sum += 0.5 * bodies[i].mass * v2;
        for (int j = i + 1; j < BODIES; j++)
            sum -= bodies[i].mass * bodies[j].mass /
                   square_root(distance_squared(&bodies[i], &bodies[j], away));
    }
    return sum;
}

/* What rounding loses in a * b, exactly: one fused instruction, or the sum of
 * partial products of halves (which is exact too). */
static double product_error(double a, double b)
{
    double p = a * b;
#if defined(__riscv_flen) && __riscv_flen >= 64
    return __builtin_fma(a, b, -p);
#else
    double ca = 134217729.0 * a, cb = 134217729.0 * b;
    double ah = ca - (ca - a), bh = cb - (cb - b);
    double al = a - ah, bl = b - bh;
    return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
#endif
}

/* For operands that keep each step exact. */
static double fused(double a, double b, double c)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

static double smaller(double a, double b)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    double result;
    __asm__("fmin.d %0, %1, %2" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    return a < b || b != b ? a : b;
#endif
}

static double larger(double a, double b)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    double result;
    __asm__("fmax.d %0, %1, %2" : "=f"(result) : "f"(a), "f"(b));
    return result;
#else
    return a > b || b != b ? a : b;
#endif
}

/* The ten classes of the F and D extensions, as a bit each. */
static uint32_t class_of(double x)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    uint32_t bits;
    __asm__("fclass.d %0, %1" : "=r"(bits) : "f"(x));
    return bits;
#else
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t fraction = bits << 12;
    uint32_t exponent = (uint32_t)(bits >> 52) & 0x7ff;
    if (exponent == 0x7ff && fraction != 0)
        return fraction >> 63 ? 1 << 9 : 1 << 8;
    int distance = exponent == 0x7ff ? 3 : exponent != 0 ? 2 : fraction != 0 ? 1 : 0;
    return bits >> 63 ? 1u << (3 - distance) : 1u << (4 + distance);
#endif
}

static void show(const char *name, double x)
{
    put_str(name);
    put_str(": ");
    put_double_bits(x);
    put_str(" = ");
    put_fixed(x, 9);
    put_char('\n');
}

static double horner(const double *factors, int count, double x)
{
    double sum = 0;
    while (count-- > 0)
        sum = sum * x + factors[count];
    return sum;
}

int main(void)
{
    show("energy before", energy());
    for (int i = 0; i < STEPS; i++)
        advance(0.01);
    show("energy after", energy());
    for (int i = 0; i < BODIES; i++)
        show("place", bodies[i].place[0]);

    show("root of 2", square_root(2));
    show("root of 1e300", square_root(1e300));
    show("root of 0.1", square_root(0.1));

    volatile double third = 1.0 / 3, tenth = 0.1, three = 3, five = 5;
    show("error of 1/3 * 0.1", product_error(third, tenth));
    show("fmadd", fused(three, five, 7));
    show("fmsub", fused(three, five, -tenth * 0 - 7));
    show("fnmsub", fused(-three, five, 7));
    show("fnmadd", fused(-three, five, -five));

    volatile int32_t whole = -2147483647 - 1;
    volatile uint32_t natural = 4000000000u;
    volatile int64_t wide = 9007199254740993;
    volatile float single = 0.1f;
    show("from int", whole);
    show("from unsigned", natural);
    show("from 64 bits", (double)wide);
    show("from float", single);
    volatile double value = -1234567.875, large = 4294967295.5, huge = 1e18;
    show_int("to int", (int32_t)value);
    show_hex("to unsigned", (uint32_t)large);
    put_str("to 64 bits: ");
    put_int64((int64_t)huge + 1);
    put_str("\nto float: ");
    put_float_bits((float)value);
    put_char('\n');

    volatile double zero = 0;
    double nan = zero / zero;
    show_int("nan is unequal", nan != nan);
    show_int("nan is unordered", !(nan < 1) && !(nan >= 1));
    show_int("minus zero equals zero", -zero == zero);
    show("1 / -0 is below", -1 / zero < -1e308);
    show("absolute", __builtin_fabs(value));
    show("copied sign", __builtin_copysign(three, value));

    show("smaller", smaller(value, three));
    show("larger", larger(value, three));
    show("smaller of nan", smaller(three, nan));
    show("larger of nan", larger(three, nan));
    show_hex("class of nan", class_of(nan));
    show_hex("class of -infinity", class_of(-1 / zero));
    show_hex("class of negative", class_of(value));
    show_hex("class of -0", class_of(-zero));
    show_hex("class of subnormal", class_of(three * 1e-310));

    static const double exponential[] = {1,       1,        1.0 / 2,   1.0 / 6,    1.0 / 24,
                                         1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880};
    show("e", horner(exponential, 10, 1 + zero));
    return 0;
}
