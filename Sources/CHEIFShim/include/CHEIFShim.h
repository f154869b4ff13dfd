// The functions of the library that WebImageHEIF calls, loaded on first use.

#pragma once
