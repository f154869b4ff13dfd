#include "CCounting.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
// Without valgrind nothing is counted.
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

void counting_begin(void) { CALLGRIND_START_INSTRUMENTATION; }

void counting_end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
