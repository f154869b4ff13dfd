// The functions of the library that WebImageAVIF calls, loaded on first use.

#pragma once
