// libFuzzer's entry point, for a program with its own `main`.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the given arguments; calls `body` with each input.
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull body)(const uint8_t *_Nullable data, size_t size));
