// Loads a system library on first use instead of linking it.
//
// A codec's shim lists the library's functions once, as X(name); from the list the table of typed
// pointers and the list of symbols are generated:
//
//     typedef struct { LIBFOO_FUNCTIONS(COPTIONAL_SLOT) } CFoo;
//     static const char *const symbols[] = {LIBFOO_FUNCTIONS(COPTIONAL_SYMBOL)};
//
// It is filled by `coptional_load(names, symbols, count, (void **)&foo, &missing)`.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A member of a table: a pointer to a function of the header, with the function's name.
#define COPTIONAL_SLOT(name) __typeof__(&name) _Nonnull name;
/// The name of a function as text.
#define COPTIONAL_SYMBOL(name) #name,

/// Opens the first installed library of `names`, which ends with NULL, and looks up `count`
/// symbols, whose addresses it writes to `slots` in order.
///
/// The library stays open unless a symbol is missing. Thread-safe. Callers keep the result instead
/// of calling again.
///
/// - Parameter missing: Set to the missing library or symbol on failure.
/// - Returns: `true` if the library and every symbol were found.
bool coptional_load(const char *_Nullable const *_Nonnull names,
                    const char *_Nonnull const *_Nonnull symbols, size_t count,
                    void *_Nullable *_Nonnull slots, const char *_Nullable *_Nonnull missing);

/// The versions of a library that a shim fits: from `least` on, before `end`, two numbers each.
typedef struct {
    const char *_Nonnull name, *_Nonnull least, *_Nonnull end;
} COptionalRange;

/// The size of a buffer for the text of `coptional_fits`.
#define COPTIONAL_TEXT 160

/// Returns `true` if a version such as `1.15.1` is in the range. Thread-safe.
///
/// - Parameter text: Set otherwise to the library, the versions of the range, and the found one.
bool coptional_fits(COptionalRange range, const char *_Nonnull version,
                    char text[_Nonnull COPTIONAL_TEXT]);
