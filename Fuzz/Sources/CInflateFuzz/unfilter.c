#include "shim.h"

#include "../../../Sources/Codecs/CPNGShim/unfilter.c"
