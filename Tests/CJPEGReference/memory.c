#ifdef WEBIMAGE_ENABLED

#include "CJPEGReference.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

bool cjpeg_reference_fill_memory(int byte) {
    // The largest threshold that the C library accepts.
    return mallopt(M_MMAP_THRESHOLD, 32 << 20) && mallopt(M_PERTURB, byte);
}
#else
bool cjpeg_reference_fill_memory(int byte) {
    (void)byte;
    return false;
}
#endif

#endif
