#if GTK

    import CGTK4

    /// A program with windows, whose main loop is GLib's.
    public enum GTKProgram {
        /// Runs a program on the calling thread until its last window is closed.
        ///
        /// Each run is a separate program, also beside another of the same identifier.
        ///
        /// - Parameters:
        ///   - identifier: The identifier of the program, such as `org.example.Cats`.
        ///   - start: Opens the windows.
        /// - Returns: The exit status: 1 if there is no display or the identifier is not valid.
        @discardableResult
        public static func run(
            _ identifier: String, start: @escaping @GTKActor () -> Void
        ) -> Int32 {
            guard GTKActor.claimThread(), g_application_id_is_valid(identifier) != 0,
                gtk_init_check() != 0,
                let application = gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)
            else { return 1 }
            let raw = UnsafeMutableRawPointer(application)
            defer { g_object_unref(raw) }
            let signals = OnThread(OpaquePointer(raw))
            GTKActor.assumeIsolated {
                _ = Signal.connect("activate", of: signals.value) { _ in start() }
            }
            return g_application_run(raw.assumingMemoryBound(to: GApplication.self), 0, nil)
        }
    }

    /// A window of a program.
    @GTKActor public struct GTKWindow {
        /// The `GtkWindow`, valid until the window is closed.
        public let pointer: UnsafeMutablePointer<GtkWindow>

        /// Creates a window, which keeps the program running until it is closed.
        ///
        /// - Parameters:
        ///   - title: The title.
        ///   - width: The width in points.
        ///   - height: The height in points.
        ///   - content: The widget that fills the window, such as an ``ImageGrid``'s.
        public init(
            _ title: String, width: Int = 800, height: Int = 600,
            showing content: UnsafeMutablePointer<GtkWidget>
        ) {
            guard let widget = gtk_window_new() else {
                preconditionFailure("GTK cannot create a window.")
            }
            pointer = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
            if let application = g_application_get_default() {
                gtk_window_set_application(
                    pointer,
                    UnsafeMutableRawPointer(application).assumingMemoryBound(
                        to: GtkApplication.self))
            }
            gtk_window_set_title(pointer, title)
            gtk_window_set_default_size(pointer, gint(clamping: width), gint(clamping: height))
            gtk_window_set_child(pointer, content)
        }

        /// Shows the window.
        public func present() { gtk_window_present(pointer) }

        /// Closes the window.
        public func close() { gtk_window_destroy(pointer) }
    }

#endif
