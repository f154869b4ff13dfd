#include "shim.h"

#include "../../../Sources/CPNGShim/adler.c"
