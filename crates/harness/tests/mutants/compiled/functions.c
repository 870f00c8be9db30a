/* Functions whose compiled code is mutated: see README.md. Each section is a file of its own after
 * it is compiled; it begins with the name of the function that the test calls. */
#define APART __attribute__((noipa))

#ifdef FUNCTION_gcd
APART static int rest(int a, int b) { return a % b; }
APART int gcd(int a, int b) { return b == 0 ? a : gcd(b, rest(a, b)); }
#endif

#ifdef FUNCTION_weigh
APART static int weight(int value, int at) { return (value & 63) * at + 1; }
APART int weigh(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 3 + weight(values[i], i) - sum / 5;
    return sum;
}
#endif

#ifdef FUNCTION_sort
APART static int before(int a, int b) { return a < b; }
APART static void swap(int *a, int *b) { int kept = *a; *a = *b; *b = kept; }
APART int sort(int *values, int count)
{
    int swaps = 0;
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && before(values[j], values[j - 1]); j--, swaps++)
            swap(&values[j], &values[j - 1]);
    return swaps;
}
#endif

#ifdef FUNCTION_fibonacci
APART int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
#endif

#ifdef FUNCTION_power
APART static unsigned times(unsigned a, unsigned b, unsigned modulus) { return a * b % modulus; }
APART unsigned power(unsigned base, unsigned exponent, unsigned modulus)
{
    unsigned result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = times(result, base, modulus);
        base = times(base, base, modulus);
    }
    return result;
}
#endif

#ifdef FUNCTION_histogram
APART static int digit(int value, int place) { while (place--) value /= 10; return value % 10; }
APART int histogram(const int *values, int count)
{
    int found[10];
    for (int i = 0; i < 10; i++)
        found[i] = 0;
    for (int i = 0; i < count; i++)
        for (int place = 0; place < 3; place++)
            found[digit(values[i], place)]++;
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum = sum * 4 + found[i];
    return sum;
}
#endif

#ifdef FUNCTION_search
APART int search(const int *values, int from, int to, int wanted)
{
    if (from >= to)
        return ~from;
    int middle = (from + to) / 2;
    if (values[middle] == wanted)
        return middle;
    return values[middle] < wanted ? search(values, middle + 1, to, wanted) : search(values, from, middle, wanted);
}
#endif

#ifdef FUNCTION_each
APART static int twice(int a) { return a * 2; }
APART static int less(int a) { return a - 7; }
APART static int apply(int (*f)(int), int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] = f(values[i]);
    return sum;
}
APART int each(int *values, int count, int choice)
{
    int first = apply(choice ? twice : less, values, count);
    int second = apply(choice ? less : twice, values + 1, count - 1);
    return first * 100 + second;
}
#endif
