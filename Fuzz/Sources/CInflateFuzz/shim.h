// The functions of CPNGShim under other names, since the codec is in the same program; its memory
// stands between guard pages.

#pragma once

#define WEBIMAGE_ENABLED 1
#define cpng_engine fuzzed_engine
#define cpng_has_isal fuzzed_has_isal
#define cpng_isal fuzzed_isal
#define cpng_load_isal fuzzed_load_isal
#define cpng_stream_close fuzzed_stream_close
#define cpng_stream_feed fuzzed_stream_feed
#define cpng_stream_open fuzzed_stream_open
#define cpng_stream_step fuzzed_stream_step
#define cpng_unfilter fuzzed_unfilter
#define cpng_zlib fuzzed_zlib

#include <stdlib.h>

#include "guarded.h"

#define calloc(count, size) guarded_allocate((count) * (size))
#define malloc(size) guarded_allocate(size)
#define free(memory) guarded_release(memory)

#include "../../../Sources/Codecs/CPNGShim/rows.h"
#include "../../../Sources/Codecs/CPNGShim/stream.h"
