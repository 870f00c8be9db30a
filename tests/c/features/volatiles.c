/* Variables that are read and written each time, in every size. */
#include "features.h"

static volatile int device = 3;

APART static int poll(volatile unsigned char *status, volatile short *data)
{
    int sum = 0;
    while (*status) {
        sum += *data;
        *data = (short)(*data + 7);
        --*status;
        device += sum;
    }
    return sum;
}

FEATURE(volatiles)
{
    volatile unsigned char status = 6;
    volatile short data = -9;
    volatile long long wide = 1LL << 33;
    int sum = poll(&status, &data);
    wide += sum;
    return sum + device + (int)(wide >> 3);
}
