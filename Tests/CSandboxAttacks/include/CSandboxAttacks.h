// Forbidden things that tests do in a worker, behind the wall.

#pragma once

#ifdef __linux__

#include <stdbool.h>

/// Returns the number of attacks.
int csandbox_attack_count(void);

/// Returns the name of an attack, in words.
const char *_Nonnull csandbox_attack_name(int attack);

/// Returns the signal that must end a usual worker at an attack: SIGSYS, or 0 if the attack may
/// return, with the thing denied.
int csandbox_attack_signal(int attack);

/// Returns the signal that must end a worker that may use threads and files.
///
/// With 0 the attack returns; paths are denied by Landlock.
int csandbox_attack_signal_with_files(int attack);

/// Does the forbidden thing, harmless to its process and its parent even where nothing forbids it.
///
/// - Returns: `true` if it succeeded, `false` if it was denied.
bool csandbox_attack(int attack);

#endif
