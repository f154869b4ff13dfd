// GTK for Swift, and the C structures of the types that WebImageGTK registers.
// Functions of GTK 4.8 stay usable where a later release deprecates them.
#define GDK_DISABLE_DEPRECATION_WARNINGS
#include <gtk/gtk.h>
#include <glib-unix.h>

/// The memory of an instance of a registered type; `swift` refers to its Swift object.
typedef struct {
    GObject parent;
    void *swift;
} WebImagePaintableInstance;

typedef struct {
    GObjectClass parent;
} WebImagePaintableClass;

typedef struct {
    GtkWidget parent;
    void *swift;
} WebImageWidgetInstance;

typedef struct {
    GtkWidgetClass parent;
} WebImageWidgetClass;

// The entry points by which CoreFoundation's run loop serves the main queue of libdispatch.
extern int _dispatch_get_main_queue_port_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

/// Returns `true` if a texture can be of linear light: textures state their colours since GTK 4.16,
/// before all are taken for sRGB.
static inline gboolean cgtk_has_light_textures(void) { return GTK_CHECK_VERSION(4, 16, 0); }

/// Returns a texture of linear light of sRGB's primaries; NULL before GTK 4.16.
static inline GdkTexture *_Nullable cgtk_light_texture(
    int width, int height, GdkMemoryFormat format, GBytes *_Nonnull bytes, gsize stride) {
#if GTK_CHECK_VERSION(4, 16, 0)
    GdkMemoryTextureBuilder *builder = gdk_memory_texture_builder_new();
    gdk_memory_texture_builder_set_width(builder, width);
    gdk_memory_texture_builder_set_height(builder, height);
    gdk_memory_texture_builder_set_format(builder, format);
    gdk_memory_texture_builder_set_bytes(builder, bytes);
    gdk_memory_texture_builder_set_stride(builder, stride);
    gdk_memory_texture_builder_set_color_state(builder, gdk_color_state_get_srgb_linear());
    GdkTexture *texture = gdk_memory_texture_builder_build(builder);
    g_object_unref(builder);
    return texture;
#else
    (void)width, (void)height, (void)format, (void)bytes, (void)stride;
    return NULL;
#endif
}

/// Reads red, green, blue and alpha of a texture as linear light, not multiplied by alpha, for
/// tests; returns `false` before GTK 4.16.
static inline gboolean cgtk_read_light(
    GdkTexture *_Nonnull texture, float *_Nonnull pixels, gsize stride) {
#if GTK_CHECK_VERSION(4, 16, 0)
    GdkTextureDownloader *reader = gdk_texture_downloader_new(texture);
    gdk_texture_downloader_set_format(reader, GDK_MEMORY_R32G32B32A32_FLOAT);
    gdk_texture_downloader_set_color_state(reader, gdk_color_state_get_srgb_linear());
    gdk_texture_downloader_download_into(reader, (guchar *)pixels, stride);
    gdk_texture_downloader_free(reader);
    return TRUE;
#else
    (void)texture, (void)pixels, (void)stride;
    return FALSE;
#endif
}

/// Returns `true` if a state of a widget is set, for tests. Swift cannot call functions with
/// variable arguments, and GTK 4.18 reports that a state has a value even if that is `false`.
static inline gboolean cgtk_is_set(GtkAccessible *_Nonnull accessible, GtkAccessibleState state) {
    char *other = gtk_test_accessible_check_state(accessible, state, TRUE);
    g_free(other);
    return other == NULL;
}
