#include "shim.h"

#include "../../../Sources/Codecs/CPNGShim/stream.c"
