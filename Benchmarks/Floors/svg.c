// cc: -l:librsvg-2.so.2 -l:libcairo.so.2 -l:libgobject-2.0.so.0

// The drawing has a width and height in pixels. The functions are declared here, so that no header
// is needed.
#include "floor.h"

typedef struct {
    double x, y, width, height;
} Rectangle;

void *rsvg_handle_new_from_data(const unsigned char *bytes, size_t count, void **error);
void rsvg_handle_set_dpi(void *handle, double dpi);
int rsvg_handle_get_intrinsic_size_in_pixels(void *handle, double *width, double *height);
int rsvg_handle_render_document(void *handle, void *cairo, const Rectangle *port, void **error);
void *cairo_image_surface_create_for_data(unsigned char *data, int format, int width, int height,
                                          int stride);
void *cairo_create(void *surface);
void cairo_destroy(void *cairo);
void cairo_surface_flush(void *surface);
void cairo_surface_destroy(void *surface);
void g_object_unref(void *object);

static int decode(const uint8_t *bytes, size_t count) {
    void *handle = rsvg_handle_new_from_data(bytes, count, NULL);
    if (!handle) return 0;
    rsvg_handle_set_dpi(handle, 96);
    Rectangle port = {0, 0, 0, 0};
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &port.width, &port.height)) return 0;
    int width = (int)(port.width + 0.5), height = (int)(port.height + 0.5);
    unsigned char *pixels = calloc((size_t)width * 4, (size_t)height);
    void *surface = cairo_image_surface_create_for_data(pixels, 0, width, height, width * 4);
    void *cairo = cairo_create(surface);
    if (!rsvg_handle_render_document(handle, cairo, &port, NULL)) return 0;
    cairo_surface_flush(surface);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    free(pixels);
    g_object_unref(handle);
    return 1;
}
