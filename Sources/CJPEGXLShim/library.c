#include "CJPEGXLShim.h"
