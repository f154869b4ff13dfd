#if GTK

    /// A pointer or another value of C that a callback passes to code of the actor on the same thread.
    // Safe because only callbacks on GTK's thread create it, and `assumeIsolated` keeps it there.
    struct OnThread<Value>: @unchecked Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

#endif
