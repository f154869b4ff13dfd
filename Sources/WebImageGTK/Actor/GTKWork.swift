#if GTK

    import Glibc
    import Synchronization

    /// A measurement of the code of this module on GTK's thread, for tests: each block between two
    /// returns to GTK, in processor time of the thread.
    package enum GTKWork {
        private static let isMeasuring = Atomic(false)
        private static let longest = Atomic<Int64>(0)
        private static let total = Atomic<Int64>(0)
        private static let depth = Atomic<Int>(0)

        /// Starts a measurement at zero.
        package static func startMeasuring() {
            longest.store(0, ordering: .relaxed)
            total.store(0, ordering: .relaxed)
            isMeasuring.store(true, ordering: .relaxed)
        }

        /// Ends the measurement.
        ///
        /// - Returns: The longest block, and the sum of all blocks.
        package static func stopMeasuring() -> (longest: Duration, total: Duration) {
            isMeasuring.store(false, ordering: .relaxed)
            return (
                .nanoseconds(longest.load(ordering: .relaxed)),
                .nanoseconds(total.load(ordering: .relaxed))
            )
        }

        /// Returns the start of a block for ``end(_:)``; nil if nothing is measured, or inside a block.
        static func begin() -> Int64? {
            guard isMeasuring.load(ordering: .relaxed) else { return nil }
            guard depth.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else {
                depth.wrappingSubtract(1, ordering: .relaxed)
                return nil
            }
            return processorTime()
        }

        /// Ends a block.
        static func end(_ start: Int64?) {
            guard let start else { return }
            depth.wrappingSubtract(1, ordering: .relaxed)
            let spent = processorTime() - start
            total.wrappingAdd(spent, ordering: .relaxed)
            if spent > longest.load(ordering: .relaxed) { longest.store(spent, ordering: .relaxed) }
        }

        /// Measures a block.
        static func measured<Result>(_ body: () throws -> Result) rethrows -> Result {
            let start = begin()
            defer { end(start) }
            return try body()
        }

        private static func processorTime() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }

#endif
