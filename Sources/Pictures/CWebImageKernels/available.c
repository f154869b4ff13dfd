#include "CWebImageKernels.h"

#include "avx2.h"

bool cwik_is_available(void) {
#ifdef CWIK_AVX2
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}
