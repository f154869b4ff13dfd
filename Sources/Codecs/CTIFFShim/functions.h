// The functions of libtiff that the files of this target call; filled by `ctiff_load`.

#pragma once

#include "CTIFFShim.h"

#ifdef WEBIMAGE_ENABLED

#include <stdarg.h>
#include <tiffio.h>

#include "COptionalLibrary.h"

#define LIBTIFF_FUNCTIONS(X) \
    X(TIFFClientOpen) X(TIFFClose) X(TIFFSetErrorHandler) X(TIFFSetWarningHandler) \
    X(TIFFGetField) X(TIFFGetFieldDefaulted) X(TIFFSetField) X(TIFFSetSubDirectory) \
    X(TIFFIsTiled) X(TIFFTileSize64) X(TIFFStripSize64) X(TIFFScanlineSize64) \
    X(TIFFTileRowSize64) X(TIFFComputeStrip) X(TIFFComputeTile) X(TIFFReadScanline) \
    X(TIFFReadEncodedStrip) X(TIFFReadEncodedTile) X(TIFFRGBAImageOK) \
    X(TIFFReadRGBAStripExt) X(TIFFReadRGBATileExt) X(TIFFWriteEncodedStrip) X(TIFFFlush) \
    X(TIFFNumberOfStrips) X(TIFFNumberOfTiles) X(TIFFGetStrileOffset) X(TIFFGetStrileByteCount)

typedef struct {
    LIBTIFF_FUNCTIONS(COPTIONAL_SLOT)
} CTIFFFunctions;

/// The functions added in libtiff 4.5: options for one handle instead of the whole process.
typedef struct {
    void *_Nullable (*_Nonnull alloc)(void);
    void (*_Nonnull release)(void *_Nonnull options);
    void (*_Nonnull set_max_alloc)(void *_Nonnull options, tmsize_t bytes);
    void (*_Nonnull set_error)(void *_Nonnull options,
                               int (*_Nonnull handler)(TIFF *_Nullable, void *_Nullable,
                                                       const char *_Nullable,
                                                       const char *_Nullable, va_list),
                               void *_Nullable user);
    void (*_Nonnull set_warning)(void *_Nonnull options,
                                 int (*_Nonnull handler)(TIFF *_Nullable, void *_Nullable,
                                                         const char *_Nullable,
                                                         const char *_Nullable, va_list),
                                 void *_Nullable user);
    TIFF *_Nullable (*_Nonnull open)(const char *_Nonnull, const char *_Nonnull, thandle_t _Nonnull,
                                     TIFFReadWriteProc _Nonnull, TIFFReadWriteProc _Nonnull,
                                     TIFFSeekProc _Nonnull, TIFFCloseProc _Nonnull,
                                     TIFFSizeProc _Nonnull, TIFFMapFileProc _Nullable,
                                     TIFFUnmapFileProc _Nullable, void *_Nonnull options);
} CTIFFOptions;

/// The table; valid only after `ctiff_load` returned NULL.
extern CTIFFFunctions ctiff;
/// NULL with a libtiff before 4.5.
extern const CTIFFOptions *_Nullable ctiff_options;

/// The size of the buffer for an error message.
#define CTIFF_MESSAGE_SIZE 256

/// Opens a handle that reports its errors only to `message`, and damaged faxes to `is_damaged`.
TIFF *_Nullable ctiff_open(const char *_Nonnull mode, void *_Nonnull client,
                           char *_Nonnull message, bool *_Nullable is_damaged, size_t max_alloc,
                           TIFFReadWriteProc _Nonnull read, TIFFReadWriteProc _Nonnull write,
                           TIFFSeekProc _Nonnull seek, TIFFSizeProc _Nonnull size,
                           TIFFMapFileProc _Nullable map, TIFFUnmapFileProc _Nullable unmap);

#endif
