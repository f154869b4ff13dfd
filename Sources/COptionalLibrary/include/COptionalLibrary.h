// Loads a system library when it is first needed, instead of linking it.
//
// A codec's shim names the library's functions once, in a list of X(name), from which the table of
// typed pointers and the list of symbols are made:
//
//     typedef struct { LIBFOO_FUNCTIONS(COPTIONAL_SLOT) } CFoo;
//     static const char *const symbols[] = {LIBFOO_FUNCTIONS(COPTIONAL_SYMBOL)};
//
// and fills it with `coptional_load(names, symbols, count, (void **)&foo, &missing)`.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A member of a table: a pointer to a function of the header, by the function's own name.
#define COPTIONAL_SLOT(name) __typeof__(&name) _Nonnull name;
/// The name of a function as text.
#define COPTIONAL_SYMBOL(name) #name,

/// Opens the first of `names` (a list that ends with NULL) that is installed, and looks up `count`
/// symbols in it, which it writes to `slots` in their order.
///
/// A library once opened stays open. May be called by any thread; callers keep the result, so that
/// it is called once.
///
/// - Parameter missing: Set to the library or symbol that is not there, when the call fails.
/// - Returns: Whether the library and every symbol were found.
bool coptional_load(const char *_Nullable const *_Nonnull names,
                    const char *_Nonnull const *_Nonnull symbols, size_t count,
                    void *_Nullable *_Nonnull slots, const char *_Nullable *_Nonnull missing);
