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
    /// decodes on many of them has several times the memory of its pictures. A few blocks stay with
    /// the process as spares, since pages that were never written cost a tenth of the time of decoding
    /// a photograph: they go to who wants as many bytes, the eldest to the system when others come,
    /// and all of them when memory runs short (``drain()``).
    package enum LargeMemory {
        /// Blocks of fewer bytes are the heap's.
        package static let leastByteCount = 1 << 20

        /// The most bytes that are spare, unless the process has to be content with less.
        package static let standardSpareBytes = 32 << 20

        private static let spares = Mutex(
            SpareBlocks(byteLimit: standardSpareBytes, countLimit: 4))

        /// Whether a block of exactly so many bytes is spare now.
        package static func hasSpare(byteCount: Int) -> Bool {
            spares.withLock { $0.has(byteCount: byteCount) }
        }

        /// Gives all spare blocks to the system.
        package static func drain() {
            release(spares.withLock { $0.removeAll() })
        }

        /// Lets no more than so many bytes be spare from now on.
        package static func limitSpares(toBytes byteCount: Int) {
            release(spares.withLock { $0.limit(toBytes: byteCount) })
        }

        /// Memory of which nothing is known to be zero; nil without memory.
        package static func take(byteCount: Int) -> UnsafeMutableRawPointer? {
            if let spare = unsafe takeSpare(byteCount: byteCount) { return unsafe spare }
            guard let memory = unsafe map(byteCount) else { return nil }
            if byteCount >= 4 << 20 { unsafe adviseLargePages(memory, byteCount: byteCount) }
            return unsafe memory
        }

        /// Zeroed memory: a spare block that is cleared, which takes less time than the system needs
        /// for as many pages, or else pages of the system's, of which nothing is written; nil without
        /// memory.
        package static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? {
            guard let spare = unsafe takeSpare(byteCount: byteCount) else {
                return unsafe map(byteCount)
            }
            // Safe because the block has as many bytes, and nobody else has it.
            unsafe memset(spare, 0, byteCount)
            return unsafe spare
        }

        /// Gives a block back.
        package static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
            let block = SpareBlocks.Block(address: UInt(bitPattern: memory), byteCount: byteCount)
            release(spares.withLock { $0.give(block) })
        }

        private static func takeSpare(byteCount: Int) -> UnsafeMutableRawPointer? {
            let spare = spares.withLock { $0.take(byteCount: byteCount) }
            return unsafe spare.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0.address) }
        }

        private static func release(_ blocks: [SpareBlocks.Block]) {
            for block in blocks {
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
