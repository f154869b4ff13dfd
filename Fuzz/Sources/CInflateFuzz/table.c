#include "shim.h"

#include "../../../Sources/CPNGShim/table.c"
