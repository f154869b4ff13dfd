// The functions of the C library that WebImagePixels calls, for a module named as on Linux.
#include <math.h>
#include <stdlib.h>
#include <string.h>
