// A decoder plug-in as libheif reads it, declared here because the installed header may be from
// another release than the loaded library.

#pragma once

#include <libheif/heif.h>

/// The functions of a decoder plug-in, up to version 5 of the interface (libheif 1.21).
///
/// libheif reads only the members of the version that `version` states. Each version adds members
/// at the end.
typedef struct {
    int version;

    // Version 1, of libheif 1.0.
    const char *_Nonnull (*_Nonnull name)(void);
    void (*_Nullable begin)(void);
    void (*_Nullable end)(void);
    int (*_Nonnull priority)(enum heif_compression_format format);
    struct heif_error (*_Nonnull make)(void *_Nullable *_Nonnull decoder);
    void (*_Nonnull destroy)(void *_Nonnull decoder);
    struct heif_error (*_Nonnull push)(void *_Nonnull decoder, const void *_Nonnull data,
                                       size_t size);
    struct heif_error (*_Nonnull decode)(void *_Nonnull decoder,
                                         struct heif_image *_Nullable *_Nonnull image);

    // Version 2, of libheif 1.13.
    void (*_Nullable set_strict)(void *_Nonnull decoder, int flag);

    // Version 3, of libheif 1.15.
    const char *_Nonnull identifier;

    // Version 4, of libheif 1.20.
    struct heif_error (*_Nullable decode_next)(void *_Nonnull decoder,
                                               struct heif_image *_Nullable *_Nonnull image,
                                               const void *_Nullable limits);

    // Version 5, of libheif 1.21. Version 6 adds no member, only limits to the options.
    uint32_t least_library;
    int (*_Nonnull priority_of)(const enum heif_compression_format *_Nonnull format);
    struct heif_error (*_Nonnull make_with)(void *_Nullable *_Nonnull decoder,
                                            const void *_Nonnull options);
    struct heif_error (*_Nonnull push_picture)(void *_Nonnull decoder, const void *_Nonnull data,
                                               size_t size, uintptr_t user);
    struct heif_error (*_Nonnull flush)(void *_Nonnull decoder);
    struct heif_error (*_Nonnull decode_picture)(void *_Nonnull decoder,
                                                 struct heif_image *_Nullable *_Nonnull image,
                                                 uintptr_t *_Nullable user,
                                                 const void *_Nullable limits);
} CHEIFInterface;
