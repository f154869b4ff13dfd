// The functions of CPNGShim under other names, since the codec is in the same program.

#pragma once

#define WEBIMAGE_ENABLED 1
#define cpng_adler fuzzed_adler
#define cpng_inflate_close fuzzed_inflate_close
#define cpng_inflate_codes fuzzed_inflate_codes
#define cpng_inflate_fixed fuzzed_inflate_fixed
#define cpng_inflate_open fuzzed_inflate_open
#define cpng_inflate_step fuzzed_inflate_step
#define cpng_inflate_table fuzzed_inflate_table
#define cpng_unfilter fuzzed_unfilter

#include "../../../Sources/CPNGShim/direct.h"
#include "../../../Sources/CPNGShim/inflate.h"
