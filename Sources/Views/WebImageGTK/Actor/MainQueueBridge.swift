#if GTK

    import CGTK4
    // Links libdispatch, whose entry points are declared in C.
    import Dispatch
    import Glibc
    import Synchronization

    /// Runs the jobs of `MainActor` in GTK's main loop, for programs that keep their state on it.
    ///
    /// On Linux the main actor's jobs wait in the main queue of libdispatch, which nothing serves
    /// while GLib's loop has the main thread. The bridge watches the queue's file descriptor in the
    /// loop. It uses the same two entry points of libdispatch as Foundation's run loop.
    public enum MainQueueBridge {
        private static let isInstalled = Mutex(false)

        /// Installs the bridge; idempotent.
        ///
        /// Call it on the main thread, before the loop runs. The loop of that thread must be the
        /// one of GLib's default main context.
        public static func install() {
            let isFirst = isInstalled.withLock { installed in
                defer { installed = true }
                return !installed
            }
            guard isFirst else { return }
            let descriptor = _dispatch_get_main_queue_port_4CF()
            g_unix_fd_add_full(
                GDK_PRIORITY_REDRAW, descriptor, G_IO_IN,
                { descriptor, _, _ in
                    var count: UInt64 = 0
                    // The counter of wake-ups goes to zero; the descriptor does not block.
                    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                    _dispatch_main_queue_callback_4CF(nil)
                    return gboolean(1)
                }, nil, nil)
        }
    }

#endif
