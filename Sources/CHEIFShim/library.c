#include "CHEIFShim.h"
