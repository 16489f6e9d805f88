/* Wine before 9 has no bcryptprimitives.dll, of which Rust takes the keys of its hash maps. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
