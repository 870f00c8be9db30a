/* One half of a program whose parts are linked by jal: calls, variables and tables across files. */
#include "parts.h"

static int squares[40];
static const char *const words[] = {"zero", "one", "two", "three"};
int counter = 3;
int shared_array[100];
int unlinked __attribute__((weak));
extern int absent(void) __attribute__((weak));
static int (*const operations[])(int, int) = {add, subtract, multiply};

__attribute__((weak)) int replaced(void) { return 1; }

static const char *name_of(int number)
{
    switch (number) {
    case 0: return words[3];
    case 1: return words[2];
    case 2: return words[1];
    case 3: return words[0];
    case 4: return "four";
    case 5: return "five";
    case 9: return "nine";
    default: return "many";
    }
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void)
{
    for (int i = 0; i < 40; i++)
        squares[i] = multiply(i, i);
    print("squares ", squares[39]);
    for (int i = 0; i < 3; i++)
        print("operation ", operations[i](20 + i, 7));
    for (int i = 0; i < 11; i += 3)
        print(name_of(i), i);
    shared_array[99] = 5;
    print("counter ", count_on(4) + counter);
    print("replaced ", replaced());
    print("constructed ", constructed);
    print("common ", common_variable = common_variable + 2);
    print("absent ", absent ? 1 : 0);
    print("last ", *last_of(shared_array));
    print("fibonacci ", fibonacci(15));
    print("small ", small_number + far_table[1][2]);
    return counter;
}
