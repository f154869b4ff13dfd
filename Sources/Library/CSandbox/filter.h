// The list of permitted system calls.

#pragma once

#ifdef __linux__

#include <stdbool.h>

/// Loads libseccomp, and builds both lists once, so that nothing is loaded later.
///
/// - Returns: `false` if the library is missing or too old.
bool csandbox_filter_load(void);

/// Limits the calling process to the list, for good.
///
/// - Parameter allows_threads_and_files: `true` for the longer list.
/// - Returns: `false` if no list is in force.
bool csandbox_filter_install(bool allows_threads_and_files);

#endif
