#include "shim.h"

#include "../../../Sources/CPNGShim/stream.c"
