#include "shim.h"

#include "../../../Sources/CPNGShim/inflate.c"
