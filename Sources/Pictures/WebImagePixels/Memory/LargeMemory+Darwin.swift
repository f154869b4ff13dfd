#if !os(Linux)
    /// Memory for pictures from the heap, which here returns large blocks to the system itself.
    package enum LargeMemory {
        /// 0: no blocks are spare.
        package static let standardSpareBytes = 0
        /// Returns `false`: no blocks are spare.
        package static func hasSpare(byteCount: Int) -> Bool { false }

        /// Does nothing: no blocks are spare.
        package static func drain() {}

        /// Does nothing: no blocks are spare.
        package static func limitSpares(toBytes byteCount: Int) {}

        /// The size from which blocks do not come from the heap: never on this platform.
        package static let leastByteCount = Int.max

        /// Returns nil: all memory comes from the heap.
        package static func take(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Returns nil: all memory comes from the heap.
        package static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Returns nil: no memory is lent.
        package static func takeLent(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Returns `false`: no memory is lent.
        package static func giveLent(_ memory: UnsafeMutableRawPointer, byteCount: Int) -> Bool {
            false
        }

        /// Returns `true`, because the system overcommits.
        package static func hasRoom(byteCount: Int) -> Bool { true }

        /// Runs `body` without reserving memory.
        package static func reserving<Result: ~Copyable, Failure: Error>(
            _ byteCount: Int, scratch: Int = 0, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            try body()
        }

        /// Does nothing: all memory comes from the heap.
        package static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {}
    }
#endif
