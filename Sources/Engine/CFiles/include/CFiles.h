// System calls on files that Swift cannot make itself.

#pragma once

#include <stdbool.h>

/// Opens a path relative to an open folder; no component may be a symbolic link.
///
/// Returns a descriptor, or -1 with `errno` set as by openat(2); ELOOP for a link. May be called
/// only if `cfiles_has_unlinked` returned true.
int cfiles_open_unlinked(int folder, const char *path, int flags, unsigned mode);

/// Returns `true` if this system has a call for `cfiles_open_unlinked` and permits it.
bool cfiles_has_unlinked(void);
