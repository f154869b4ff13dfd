#include "shim.h"

// An included file counts as a header, which would have to annotate all its pointers.
#pragma clang diagnostic ignored "-Wnullability-completeness"

#include "../../../Sources/Codecs/CPNGShim/isal.c"
