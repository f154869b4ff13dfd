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

/// Returns `true` if a state of a widget is set, for tests. Swift cannot call functions with
//variable / arguments, and GTK 4.18 reports that a state has a value even if that is `false`.
static inline gboolean cgtk_is_set(GtkAccessible *_Nonnull accessible, GtkAccessibleState state) {
    char *other = gtk_test_accessible_check_state(accessible, state, TRUE);
    g_free(other);
    return other == NULL;
}
