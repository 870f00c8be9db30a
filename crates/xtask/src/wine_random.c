/* Rust takes its random numbers from bcryptprimitives.dll, which wine before 9 does not have.
   Only tests under wine use this stand-in; it is in no release file. */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, size);
}
