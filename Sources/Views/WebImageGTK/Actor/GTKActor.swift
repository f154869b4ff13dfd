#if GTK

    import CGTK4

    /// The actor of GTK: its code runs on the thread that iterates GLib's default main context.
    ///
    /// GTK may be called from one thread only, its main loop's. The actor's jobs are dispatched by
    /// a source of the context, so they run between the callbacks of GTK, at the priority of
    /// drawing.
    ///
    /// Jobs run as long as the context is iterated: after the main loop has ended, a task that
    /// waits for the actor waits for ever.
    ///
    /// A callback of C has no isolation that Swift knows; ``assumeIsolated(_:)`` gives it the
    /// actor's.
    @globalActor public actor GTKActor {
        /// The actor.
        public static let shared = GTKActor()

        /// The executor that runs jobs in the main context.
        public nonisolated var unownedExecutor: UnownedSerialExecutor {
            MainContextExecutor.ofProcess.asUnownedSerialExecutor()
        }
    }

    extension GTKActor {
        /// Runs synchronous code of the actor in a callback of GTK, without waiting.
        ///
        /// - Parameter body: Uses GTK and the state of the actor.
        /// - Returns: The result of `body`.
        /// - Throws: The error of `body`.
        /// - Precondition: The calling thread iterates the main context, or has claimed it
        ///   (``claimThread()``).
        public static func assumeIsolated<Result: Sendable>(
            _ body: @GTKActor () throws -> Result
        ) rethrows -> Result {
            shared.preconditionIsolated(
                "GTK is called from a thread other than its main loop's.")
            return try withoutActuallyEscaping(body) { escaping in
                // Safe because the check above has shown that the isolation, the only difference of
                // the types, holds.
                try unsafeBitCast(escaping, to: (() throws -> Result).self)()
            }
        }

        /// Runs code of the actor, from any other isolation.
        ///
        /// - Parameter body: Uses GTK and the state of the actor.
        /// - Returns: The result of `body`.
        /// - Throws: The error of `body`.
        public static func run<Result: Sendable>(
            _ body: @GTKActor @Sendable () throws -> Result
        ) async rethrows -> Result {
            try await body()
        }

        /// Makes the calling thread the actor's, until the process ends.
        ///
        /// A program with its own main loop calls it beside `gtk_init`, so that it may create views
        /// before the loop runs. `g_application_run` does the same by itself.
        ///
        /// - Returns: `false` if another thread iterates the main context.
        @discardableResult
        public nonisolated static func claimThread() -> Bool {
            g_main_context_acquire(g_main_context_default()) != 0
        }
    }

    /// A pointer or another value of C that a callback passes to code of the actor on the same
    /// thread.
    // Safe because only callbacks on GTK's thread create it, and `assumeIsolated` keeps it there.
    struct OnThread<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

#endif
