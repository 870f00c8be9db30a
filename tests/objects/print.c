/* Prints a word and a number, through the only call of the environment. */
#include "parts.h"

extern void write_bytes(const char *bytes, int count);

void print(const char *text, int number)
{
    char line[64];
    int length = 0, first;
    while (text[length] != 0 && length < 40) {
        line[length] = text[length];
        length++;
    }
    line[length++] = ' ';
    if (number < 0) {
        line[length++] = '-';
        number = -number;
    }
    first = length;
    do {
        line[length++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    for (int k = 0; k < (length - first) / 2; k++) {
        char kept = line[first + k];
        line[first + k] = line[length - 1 - k];
        line[length - 1 - k] = kept;
    }
    line[length++] = '\n';
    write_bytes(line, length);
}
