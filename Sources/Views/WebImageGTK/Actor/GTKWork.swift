#if GTK

    import Glibc
    import Synchronization

    /// A measurement of the code of this module on GTK's thread, for tests: each block between two
    /// returns to GTK, in processor time of the thread.
    package enum GTKWork {
        /// The blocks of a measurement.
        package struct Blocks: Sendable {
            /// The longest block.
            package var longest = Duration.zero
            /// The callback or signal of the longest block.
            package var longestName = ""
            /// The sum of all blocks.
            package var total = Duration.zero
            /// `true` inside a block: what it calls is part of it.
            fileprivate var isInside = false
        }

        private static let isMeasuring = Atomic(false)
        private static let blocks = Mutex(Blocks())

        /// Starts a measurement at zero.
        package static func startMeasuring() {
            blocks.withLock { $0 = Blocks() }
            isMeasuring.store(true, ordering: .relaxed)
        }

        /// Ends the measurement and returns it.
        package static func stopMeasuring() -> Blocks {
            isMeasuring.store(false, ordering: .relaxed)
            return blocks.withLock { $0 }
        }

        /// Runs a block, which is measured if a measurement runs.
        static func measured<Result>(
            _ name: @autoclosure () -> String, _ body: () throws -> Result
        ) rethrows -> Result {
            guard isMeasuring.load(ordering: .relaxed), enters() else { return try body() }
            let start = processorTime()
            defer { leave(name(), after: processorTime() - start) }
            return try body()
        }

        private static func enters() -> Bool {
            blocks.withLock { blocks in
                defer { blocks.isInside = true }
                return !blocks.isInside
            }
        }

        private static func leave(_ name: String, after spent: Duration) {
            blocks.withLock { blocks in
                blocks.isInside = false
                blocks.total += spent
                guard spent > blocks.longest else { return }
                blocks.longest = spent
                blocks.longestName = name
            }
        }

        private static func processorTime() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }

#endif
