#if !os(Linux)
    /// Memory for pictures: the system's heap gives large blocks back by itself.
    package enum LargeMemory {
        /// Nothing is spare.
        package static let standardSpareBytes = 0
        /// Nothing is spare.
        package static func hasSpare(byteCount: Int) -> Bool { false }

        /// Nothing is spare.
        package static func drain() {}

        /// Nothing is spare.
        package static func limitSpares(toBytes byteCount: Int) {}

        /// Blocks of fewer bytes are the heap's, and here all others too.
        package static let leastByteCount = Int.max

        /// Never asked.
        package static func take(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Never asked.
        package static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Returns `true`: the system overcommits.
        package static func hasRoom(byteCount: Int) -> Bool { true }

        /// Runs `body`; nothing is reserved.
        package static func reserving<Result: ~Copyable, Failure: Error>(
            _ byteCount: Int, scratch: Int = 0, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            try body()
        }

        /// Never asked.
        package static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {}
    }
#endif
