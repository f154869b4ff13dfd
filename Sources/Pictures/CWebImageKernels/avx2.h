// Declarations shared by the files with AVX2 code.

#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#define CWIK_AVX2 __attribute__((target("avx2")))
#endif

// The fraction bits of a weight, and of the numbers in a pair row.
enum { weight_bits = 14, fraction_bits = 6 };
