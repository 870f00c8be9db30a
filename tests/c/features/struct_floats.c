/* Structures of floating-point numbers, and those mixed with integers. */
#include "features.h"

struct vector { float x, y; };
struct sample { double value; float error; };
struct mixed { int count; float mean; };

APART static struct vector add(struct vector a, struct vector b) { return (struct vector){a.x + b.x, a.y + b.y}; }
APART static struct sample widen(struct sample s, float by) { s.error += by; s.value *= 2; return s; }
APART static struct mixed next(struct mixed m, float value)
{
    m.mean = (m.mean * (float)m.count + value) / (float)(m.count + 1);
    m.count++;
    return m;
}

FEATURE(struct_floats)
{
    struct vector v = add((struct vector){1.5f, 2.25f}, (struct vector){0.25f, 4.0f});
    struct sample s = widen((struct sample){3.5, 0.5f}, 0.25f);
    struct mixed m = {0, 0.0f};
    for (int i = 1; i <= 4; i++)
        m = next(m, (float)i);
    return (int)(v.x * 100 + v.y * 1000 + (float)s.value * 10000 + s.error * 4 + m.mean * 2) + m.count;
}
