/* Functions that are called when a variable goes out of scope, on every path. */
#include "features.h"

static int open_files;

static void close_file(int *handle)
{
    open_files -= *handle;
}
APART static int use(int n)
{
    __attribute__((cleanup(close_file))) int first = n;
    open_files += first;
    if (n < 3)
        return open_files * 10;
    __attribute__((cleanup(close_file))) int second = n * 2;
    open_files += second;
    for (int i = 0; i < n; i++) {
        __attribute__((cleanup(close_file))) int inner = i;
        open_files += inner;
        if (i == 4)
            return open_files * 100;
    }
    return open_files;
}

FEATURE(cleanup)
{
    return use(2) + use(3) + use(9) * 3 + open_files;
}
