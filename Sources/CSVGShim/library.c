#include "CSVGShim.h"
