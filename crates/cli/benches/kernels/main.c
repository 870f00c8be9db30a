/* Prints the checksum of the kernel that it is linked with, as the assembly
 * programs do: a signed number and the end of the line. */
#include "kernel.h"

long write(int fd, const void *buffer, unsigned long length);

int main(void)
{
    int32_t value = (int32_t)kernel();
    uint32_t rest = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;
    char text[12];
    char *end = text + sizeof text;
    char *p = end;
    *--p = '\n';
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--p = '-';
    return write(1, p, (unsigned long)(end - p)) == end - p ? 0 : 1;
}
