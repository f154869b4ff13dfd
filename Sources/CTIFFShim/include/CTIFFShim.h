// The functions of the library that WebImageTIFF calls, loaded on first use.

#pragma once
