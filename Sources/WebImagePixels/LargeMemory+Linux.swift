#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    import Synchronization

    /// Memory for pictures, apart from the heap: what is given back is the system's again.
    ///
    /// A heap keeps freed megabytes for each of its threads, up to 64 MB, so that a process that
    /// decodes on many of them has several times the memory of its pictures. A few blocks are spare,
    /// since pages that were never written cost a tenth of the time of decoding a photograph; they
    /// go to who wants as many bytes, and the eldest to the system when others come.
    enum LargeMemory {
        /// Blocks of fewer bytes are the heap's.
        static let leastByteCount = 1 << 20

        private static let spares = Mutex(SpareBlocks(byteLimit: 32 << 20, countLimit: 4))

        /// Memory of which nothing is known to be zero; nil without memory.
        static func take(byteCount: Int) -> UnsafeMutableRawPointer? {
            let spare = spares.withLock { $0.take(byteCount: byteCount) }
            if let spare { return unsafe UnsafeMutableRawPointer(bitPattern: spare.address) }
            guard let memory = unsafe map(byteCount) else { return nil }
            if byteCount >= 4 << 20 { unsafe adviseLargePages(memory, byteCount: byteCount) }
            return unsafe memory
        }

        /// Zeroed memory: pages of the system's, of which nothing is written; nil without memory.
        static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? { unsafe map(byteCount) }

        /// Gives a block back.
        static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
            let block = SpareBlocks.Block(address: UInt(bitPattern: memory), byteCount: byteCount)
            for block in spares.withLock({ $0.give(block) }) {
                // Safe because nobody else has it: it was given back, and is spare no longer.
                unsafe munmap(UnsafeMutableRawPointer(bitPattern: block.address), block.byteCount)
            }
        }

        private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
            let memory = unsafe mmap(
                nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            return unsafe memory == MAP_FAILED ? nil : memory
        }
    }
#endif
