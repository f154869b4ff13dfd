#include "CSVGShim.h"

#ifdef WEBIMAGE_ENABLED

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "tables.h"

// Declarations of librsvg, cairo, GObject and GLib under our own names.

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GlibError;

typedef struct {
    double x, y, width, height;
} Rectangle;

typedef struct Cairo Cairo;
typedef struct Surface Surface;
extern const unsigned rsvg_major_version, rsvg_minor_version;
CSVGDocument *rsvg_handle_new_from_data(const uint8_t *bytes, size_t count, GlibError **error);
void rsvg_handle_set_dpi(CSVGDocument *document, double dpi);
void rsvg_handle_get_intrinsic_dimensions(CSVGDocument *document, int *has_width, CSVGLength *width,
                                          int *has_height, CSVGLength *height, int *has_box,
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
#define RSVG_FUNCTIONS(X) \
    X(rsvg_handle_new_from_data) X(rsvg_handle_set_dpi) X(rsvg_handle_get_intrinsic_dimensions) \
    X(rsvg_handle_get_geometry_for_layer) X(rsvg_handle_render_document) \
    X(rsvg_major_version) X(rsvg_minor_version)
#define CAIRO_FUNCTIONS(X) \
    X(cairo_image_surface_create_for_data) X(cairo_surface_flush) X(cairo_surface_destroy) \
    X(cairo_create) X(cairo_destroy) X(cairo_scale) X(cairo_status) X(cairo_status_to_string)
// The second one is found in GLib, on which GObject depends.
#define GOBJECT_FUNCTIONS(X) X(g_object_unref) X(g_error_free)

static struct { RSVG_FUNCTIONS(COPTIONAL_SLOT) } rsvg;
static struct { CAIRO_FUNCTIONS(COPTIONAL_SLOT) } cairo;
static struct { GOBJECT_FUNCTIONS(COPTIONAL_SLOT) } gobject;
struct XMLTable csvg_xml;

static const char *missing;

/// Compares the versions of the libraries whose behaviour or structs are relied on.
static bool fit(void) {
    static const COptionalRange svg = {"librsvg", "2.54", "3.0"};
    // Later ones have another file name.
    static const COptionalRange xml = {"libxml2", "2.9", "2.14"};
    static char text[COPTIONAL_TEXT];
    char version[32];
    missing = text;
    snprintf(version, sizeof version, "%u.%u", *rsvg.rsvg_major_version, *rsvg.rsvg_minor_version);
    if (!coptional_fits(svg, version, text)) return false;
    unsigned long number = strtoul(*csvg_xml.xmlParserVersion, NULL, 10);
    snprintf(version, sizeof version, "%lu.%lu", number / 10000, number / 100 % 100);
    return coptional_fits(xml, version, text);
}

/// Fills one table, which holds only pointers to functions, from a library of Linux or macOS.
#define LOAD(table, FUNCTIONS, linux_name, mac_name) \
    do { \
        static const char *const names[] = {linux_name, mac_name, "/opt/homebrew/lib/" mac_name, \
                                            "/usr/local/lib/" mac_name, NULL}; \
        static const char *const symbols[] = {FUNCTIONS(COPTIONAL_SYMBOL)}; \
        if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&table, \
                            &missing)) \
            return; \
    } while (0)

static void load(void) {
    LOAD(rsvg, RSVG_FUNCTIONS, "librsvg-2.so.2", "librsvg-2.2.dylib");
    LOAD(cairo, CAIRO_FUNCTIONS, "libcairo.so.2", "libcairo.2.dylib");
    LOAD(gobject, GOBJECT_FUNCTIONS, "libgobject-2.0.so.0", "libgobject-2.0.0.dylib");
    LOAD(csvg_xml, XML_FUNCTIONS, "libxml2.so.2", "libxml2.2.dylib");
    if (!fit()) return;
    csvg_xml.xmlInitParser();
    missing = NULL;
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
    if (error) gobject.g_error_free(error);
}

CSVGDocument *csvg_open_text(const uint8_t *bytes, size_t count, char *message) {
    GlibError *error = NULL;
    CSVGDocument *document = rsvg.rsvg_handle_new_from_data(bytes, count, &error);
    if (document)
        rsvg.rsvg_handle_set_dpi(document, 96);
    else
        tell(error, "librsvg cannot parse the document", message);
    return document;
}

void csvg_close(CSVGDocument *document) { gobject.g_object_unref(document); }

void csvg_size(CSVGDocument *document, CSVGLength *width, CSVGLength *height, double *box_width,
               double *box_height) {
    int has_width = 0, has_height = 0, has_box = 0;
    Rectangle box = {0, 0, 0, 0};
    rsvg.rsvg_handle_get_intrinsic_dimensions(document, &has_width, width, &has_height, height,
                                              &has_box, &box);
    if (!has_width) *width = (CSVGLength){0, 1};
    if (!has_height) *height = (CSVGLength){0, 1};
    *box_width = has_box ? box.width : 0;
    *box_height = has_box ? box.height : 0;
}

bool csvg_extent(CSVGDocument *document, double *width, double *height) {
    // The default size of a replaced element in CSS, to which percentages refer.
    Rectangle viewport = {0, 0, 300, 150}, ink = {0, 0, 0, 0}, logical = {0, 0, 0, 0};
    if (!rsvg.rsvg_handle_get_geometry_for_layer(document, NULL, &viewport, &ink, &logical, NULL))
        return false;
    *width = ink.x + ink.width;
    *height = ink.y + ink.height;
    return true;
}

bool csvg_render(CSVGDocument *document, double width, double height, uint8_t *pixels, int columns,
                 int rows, int bytes_per_row, char *message) {
    enum { argb32 = 0 };
    Surface *surface = cairo.cairo_image_surface_create_for_data(pixels, argb32, columns, rows,
                                                                 bytes_per_row);
    Cairo *context = cairo.cairo_create(surface);
    cairo.cairo_scale(context, columns / width, rows / height);
    Rectangle viewport = {0, 0, width, height};
    GlibError *error = NULL;
    bool is_drawn = rsvg.rsvg_handle_render_document(document, context, &viewport, &error);
    if (!is_drawn) tell(error, "librsvg cannot draw the document", message);
    int status = is_drawn ? cairo.cairo_status(context) : 0;
    if (status) snprintf(message, CSVG_MESSAGE_SIZE, "%s", cairo.cairo_status_to_string(status));
    cairo.cairo_surface_flush(surface);
    cairo.cairo_destroy(context);
    cairo.cairo_surface_destroy(surface);
    return is_drawn && !status;
}

#endif
