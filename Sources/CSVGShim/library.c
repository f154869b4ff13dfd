#include "CSVGShim.h"

#ifdef WEBIMAGE_ENABLED

#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "COptionalLibrary.h"

// Declarations of librsvg, cairo, GObject, GLib and GIO under our own names.

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GlibError;

typedef struct {
    double length;
    int unit;
} Length;

typedef struct {
    double x, y, width, height;
} Rectangle;

typedef struct Cairo Cairo;
typedef struct Surface Surface;
typedef struct Inflater Inflater;

CSVGDocument *rsvg_handle_new_from_data(const uint8_t *bytes, size_t count, GlibError **error);
void rsvg_handle_set_dpi(CSVGDocument *document, double dpi);
void rsvg_handle_get_intrinsic_dimensions(CSVGDocument *document, int *has_width, Length *width,
                                          int *has_height, Length *height, int *has_box,
                                          Rectangle *box);
int rsvg_handle_get_geometry_for_layer(CSVGDocument *document, const char *id,
                                       const Rectangle *viewport, Rectangle *ink,
                                       Rectangle *logical, GlibError **error);
int rsvg_handle_render_document(CSVGDocument *document, Cairo *cairo, const Rectangle *viewport,
                                GlibError **error);

Surface *cairo_image_surface_create_for_data(uint8_t *data, int format, int width, int height,
                                             int stride);
void cairo_surface_flush(Surface *surface);
void cairo_surface_destroy(Surface *surface);
Cairo *cairo_create(Surface *surface);
void cairo_destroy(Cairo *cairo);
void cairo_scale(Cairo *cairo, double x, double y);
int cairo_status(Cairo *cairo);
const char *cairo_status_to_string(int status);

void g_object_unref(void *object);
void g_error_free(GlibError *error);

Inflater *g_zlib_decompressor_new(int format);
int g_converter_convert(Inflater *converter, const void *input, size_t input_count, void *output,
                        size_t output_count, int flags, size_t *read, size_t *written,
                        GlibError **error);

#define RSVG_FUNCTIONS(X) \
    X(rsvg_handle_new_from_data) X(rsvg_handle_set_dpi) X(rsvg_handle_get_intrinsic_dimensions) \
    X(rsvg_handle_get_geometry_for_layer) X(rsvg_handle_render_document)
#define CAIRO_FUNCTIONS(X) \
    X(cairo_image_surface_create_for_data) X(cairo_surface_flush) X(cairo_surface_destroy) \
    X(cairo_create) X(cairo_destroy) X(cairo_scale) X(cairo_status) X(cairo_status_to_string)
#define GOBJECT_FUNCTIONS(X) X(g_object_unref)
#define GLIB_FUNCTIONS(X) X(g_error_free)
#define GIO_FUNCTIONS(X) X(g_zlib_decompressor_new) X(g_converter_convert)

static struct { RSVG_FUNCTIONS(COPTIONAL_SLOT) } rsvg;
static struct { CAIRO_FUNCTIONS(COPTIONAL_SLOT) } cairo;
static struct { GOBJECT_FUNCTIONS(COPTIONAL_SLOT) } gobject;
static struct { GLIB_FUNCTIONS(COPTIONAL_SLOT) } glib;
static struct { GIO_FUNCTIONS(COPTIONAL_SLOT) } gio;

static const char *missing;

/// Fills one table, which holds only pointers to functions.
#define LOAD(table, FUNCTIONS, ...) \
    do { \
        static const char *const names[] = {__VA_ARGS__, NULL}; \
        static const char *const symbols[] = {FUNCTIONS(COPTIONAL_SYMBOL)}; \
        const char *absent = NULL; \
        if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&table, \
                            &absent)) { \
            missing = absent; \
            return; \
        } \
    } while (0)

static void load(void) {
    LOAD(rsvg, RSVG_FUNCTIONS, "librsvg-2.so.2", "librsvg-2.2.dylib",
         "/opt/homebrew/lib/librsvg-2.2.dylib", "/usr/local/lib/librsvg-2.2.dylib");
    LOAD(cairo, CAIRO_FUNCTIONS, "libcairo.so.2", "libcairo.2.dylib",
         "/opt/homebrew/lib/libcairo.2.dylib", "/usr/local/lib/libcairo.2.dylib");
    LOAD(gobject, GOBJECT_FUNCTIONS, "libgobject-2.0.so.0", "libgobject-2.0.0.dylib",
         "/opt/homebrew/lib/libgobject-2.0.0.dylib", "/usr/local/lib/libgobject-2.0.0.dylib");
    LOAD(glib, GLIB_FUNCTIONS, "libglib-2.0.so.0", "libglib-2.0.0.dylib",
         "/opt/homebrew/lib/libglib-2.0.0.dylib", "/usr/local/lib/libglib-2.0.0.dylib");
    LOAD(gio, GIO_FUNCTIONS, "libgio-2.0.so.0", "libgio-2.0.0.dylib",
         "/opt/homebrew/lib/libgio-2.0.0.dylib", "/usr/local/lib/libgio-2.0.0.dylib");
}

const char *csvg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return missing;
}

/// Copies the error message and frees the error.
static void tell(GlibError *error, const char *otherwise, char *message) {
    const char *text = error && error->message ? error->message : otherwise;
    snprintf(message, CSVG_MESSAGE_SIZE, "%s", text);
    if (error) glib.g_error_free(error);
}

CSVGDocument *csvg_open(const uint8_t *bytes, size_t count, char *message) {
    GlibError *error = NULL;
    CSVGDocument *document = rsvg.rsvg_handle_new_from_data(bytes, count, &error);
    if (!document) {
        tell(error, "librsvg cannot parse the document", message);
        return NULL;
    }
    rsvg.rsvg_handle_set_dpi(document, 96);
    return document;
}

void csvg_close(CSVGDocument *document) { gobject.g_object_unref(document); }

/// Returns the CSS pixels of a length; 0 for a percentage, for which it sets `share`.
static double pixels(Length length, double em_pixels, double *share) {
    enum { percent, px, em, ex, in, cm, mm, pt, pc };
    *share = 0;
    switch (length.unit) {
    case percent: *share = length.length; return 0;
    case px: return length.length;
    case em: return length.length * em_pixels;
    case ex: return length.length * em_pixels / 2;
    case in: return length.length * 96;
    case cm: return length.length * 96 / 2.54;
    case mm: return length.length * 96 / 25.4;
    case pt: return length.length * 96 / 72;
    case pc: return length.length * 16;
    default: return 0;
    }
}

CSVGSize csvg_size(CSVGDocument *document, double em) {
    CSVGSize size = {0, 0, 0, 0, 0, 0};
    int has_width = 0, has_height = 0, has_box = 0;
    Length width = {0, 0}, height = {0, 0};
    Rectangle box = {0, 0, 0, 0};
    rsvg.rsvg_handle_get_intrinsic_dimensions(document, &has_width, &width, &has_height, &height,
                                              &has_box, &box);
    if (has_width) size.width = pixels(width, em, &size.width_share);
    if (has_height) size.height = pixels(height, em, &size.height_share);
    if (has_box) {
        size.box_width = box.width;
        size.box_height = box.height;
    }
    return size;
}

bool csvg_extent(CSVGDocument *document, double *width, double *height) {
    // The default size of a replaced element in CSS, to which percentages refer.
    Rectangle viewport = {0, 0, 300, 150}, ink = {0, 0, 0, 0}, logical = {0, 0, 0, 0};
    GlibError *error = NULL;
    if (!rsvg.rsvg_handle_get_geometry_for_layer(document, NULL, &viewport, &ink, &logical,
                                                 &error)) {
        if (error) glib.g_error_free(error);
        return false;
    }
    *width = ink.x + ink.width;
    *height = ink.y + ink.height;
    return true;
}

bool csvg_render(CSVGDocument *document, double width, double height, uint8_t *pixels,
                 int columns, int rows, int bytes_per_row, char *message) {
    enum { argb32 = 0 };
    Surface *surface = cairo.cairo_image_surface_create_for_data(pixels, argb32, columns, rows,
                                                                 bytes_per_row);
    Cairo *context = cairo.cairo_create(surface);
    cairo.cairo_scale(context, columns / width, rows / height);
    Rectangle viewport = {0, 0, width, height};
    GlibError *error = NULL;
    bool is_drawn = rsvg.rsvg_handle_render_document(document, context, &viewport, &error);
    if (!is_drawn) tell(error, "librsvg cannot draw the document", message);
    int status = cairo.cairo_status(context);
    if (is_drawn && status != 0) {
        snprintf(message, CSVG_MESSAGE_SIZE, "%s", cairo.cairo_status_to_string(status));
        is_drawn = false;
    }
    cairo.cairo_surface_flush(surface);
    cairo.cairo_destroy(context);
    cairo.cairo_surface_destroy(surface);
    return is_drawn;
}

ptrdiff_t csvg_gunzip(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
    enum { gzip = 1, at_end = 1 };
    enum { failed, converted, finished };
    Inflater *inflater = gio.g_zlib_decompressor_new(gzip);
    size_t from = 0, to = 0;
    int result = converted;
    GlibError *error = NULL;
    while (result == converted && to < capacity) {
        size_t read = 0, written = 0;
        result = gio.g_converter_convert(inflater, bytes + from, count - from, target + to,
                                         capacity - to, at_end, &read, &written, &error);
        from += read;
        to += written;
    }
    if (error) glib.g_error_free(error);
    gobject.g_object_unref(inflater);
    if (result == finished) return (ptrdiff_t)to;
    return result == converted ? -2 : -1;
}

#endif
