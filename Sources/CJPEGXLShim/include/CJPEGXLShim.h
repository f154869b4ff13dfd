// The functions of the library that WebImageJPEGXL calls, loaded on first use.

#pragma once
