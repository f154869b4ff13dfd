#if !os(Linux)
    /// Memory for pictures: the system's heap gives large blocks back by itself.
    enum LargeMemory {
        /// Blocks of fewer bytes are the heap's, and here all others too.
        static let leastByteCount = Int.max

        /// Never asked.
        static func take(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Never asked.
        static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? { nil }

        /// Never asked.
        static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {}
    }
#endif
