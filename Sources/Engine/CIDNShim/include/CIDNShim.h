// The ASCII form of international host names, by libidn2, which is loaded on first use.

#pragma once

#include <stddef.h>

/// The status if the library is missing; its own codes are 0 for success, and below 0.
#define CIDN_MISSING 1

/// Writes the ASCII form of a host name, as registered (IDNA 2008, with the mapping of UTS 46).
///
/// The form may have characters that no host name has, such as slashes. Thread-safe.
///
/// - Parameters:
///   - library: A file name to use instead of the usual ones; NULL for those.
///   - name: The name in UTF-8.
///   - ascii: Set to the form and a zero, if there is one of fewer than `capacity` bytes.
///   - reason: Set to the reason of a failure, a text that stays; NULL if the library is missing.
/// - Returns: 0, ``CIDN_MISSING``, or the library's error code.
int cidn_to_ascii(const char *_Nullable library, const char *_Nonnull name,
                  char *_Nonnull ascii, size_t capacity,
                  const char *_Nullable *_Nonnull reason);
