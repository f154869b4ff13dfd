// The entry of libFuzzer, for a program with a main of its own.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with its own arguments; `body` is called with each input.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull body)(const uint8_t *_Nullable data, size_t size));
