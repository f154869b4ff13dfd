#include "shim.h"

#include "../../../Sources/CPNGShim/unfilter.c"
