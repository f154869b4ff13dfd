#include "shim.h"

#include "../../../Sources/CPNGShim/codes.c"
