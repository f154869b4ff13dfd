#include "shim.h"

// A file that is included counts as a header, which would have to say of all pointers if they can be NULL.
#pragma clang diagnostic ignored "-Wnullability-completeness"

#include "../../../Sources/CPNGShim/isal.c"
