// The functions of the library that WebImageSVG calls, loaded on first use.

#pragma once
