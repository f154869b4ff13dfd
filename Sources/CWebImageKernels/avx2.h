// What the files with AVX2 code share.

#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#define CWIK_AVX2 __attribute__((target("avx2")))
#endif

// Fraction bits of a weight, and of the numbers of a pair row.
enum { weight_bits = 14, fraction_bits = 6 };
