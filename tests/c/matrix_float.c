/* Single precision: a linear system, square roots, comparisons, conversions
 * and the four fused multiply-add forms. Without an F extension all of it
 * goes through libgcc and must print the same. */
#include "lib.h"

enum { N = 6 };

static float m[N][N + 1], original[N][N + 1];

static float magnitude(float x)
{
    return x < 0 ? -x : x;
}

static void solve(void)
{
    for (int k = 0; k < N; k++) {
        int best = k;
        for (int i = k + 1; i < N; i++) {
            if (magnitude(m[i][k]) > magnitude(m[best][k]))
                best = i;
        }
        for (int j = 0; j <= N; j++) {
            float t = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = t;
        }
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            float factor = m[i][k] / m[k][k];
            for (int j = k; j <= N; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    for (int i = 0; i < N; i++)
        m[i][N] /= m[i][i];
}

/* x*y + z rounded once. The operands below keep every step exact, so the
 * software version may round twice. */
static float fused(float x, float y, float z)
{
#if defined(__riscv_flen)
    return __builtin_fmaf(x, y, z);
#else
    return (float)((double)x * y + z);
#endif
}

static void show_bits(const char *name, float x)
{
    put_str(name);
    put_str(": ");
    put_float_bits(x);
    put_str(" = ");
    put_fixed(x, 6);
    put_char('\n');
}

static int classify(float x)
{
    return (x < 1.0f) | (x <= 1.0f) << 1 | (x == 1.0f) << 2 | (x >= 1.0f) << 3 | (x > 1.0f) << 4 |
           (x != x) << 5;
}

int main(void)
{
    uint32_t state = 77;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= N; j++)
            m[i][j] = (float)((int32_t)random_next(&state) >> 20) / 64.0f;
    }
    memcpy(original, m, sizeof m);
    solve();
    float worst = 0;
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int j = 0; j < N; j++)
            sum += original[i][j] * m[j][N];
        float error = magnitude(sum - original[i][N]);
        worst = error > worst ? error : worst;
        show_bits("solution", m[i][N]);
    }
    show_int("residual is small", worst < 0.001f);

    for (int i = 2; i <= 5; i++)
        show_bits("square root", square_root_float((float)i));

    volatile float x = 1.0f + 1.0f / 4096, y = 1.0f - 1.0f / 4096, z = 1.0f;
    show_bits("rounded product", x * y);
    show_bits("x*y - z", fused(x, y, -z));
    show_bits("z - x*y", fused(-x, y, z));
    volatile float small = 1.0f / 16777216;
    show_bits("x*y + small", fused(x, y, small));
    show_bits("-x*y - small", fused(-x, y, -small));

    volatile int32_t negative = -16777217;
    volatile uint32_t large = 4294967295u;
    volatile int64_t wide = -123456789012345;
    show_bits("from int", (float)negative);
    show_bits("from unsigned", (float)large);
    show_bits("from 64 bits", (float)wide);
    volatile float number = -2.75f, big = 3e9f;
    show_int("to int", (int32_t)number);
    show_hex("to unsigned", (uint32_t)big);
    show_int("to char", (signed char)number);

    volatile float tiny = 1e-38f, zero = 0.0f;
    show_bits("subnormal", tiny / 1000);
    show_bits("overflow", big * 1e30f);
    show_bits("minus zero", -zero);
    show_int("compare less", classify(0.5f + zero));
    show_int("compare equal", classify(1.0f + zero));
    show_int("compare greater", classify(1.5f + zero));
    show_int("compare nan", classify(zero / zero));
    return 0;
}
