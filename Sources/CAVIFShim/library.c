#include "CAVIFShim.h"
