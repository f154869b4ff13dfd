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

        /// Bytes of address space that are left behind each block that the system maps.
        ///
        /// Large blocks are refused while small ones, which may not fail, still find memory.
        package static let marginByteCount = 16 << 20

        private struct State: Sendable {
            var spares = SpareBlocks(byteLimit: standardSpareBytes, countLimit: 4)
            /// Rooms by thread.
            var rooms: [UInt: ReservedRoom] = [:]

            mutating func cut(byteCount: Int) -> UInt? {
                rooms.isEmpty ? nil : rooms[thread]?.cut(byteCount: byteCount)
            }
        }

        private static let state = Mutex(State())

        /// Whether a block of exactly so many bytes is spare now.
        package static func hasSpare(byteCount: Int) -> Bool {
            state.withLock { $0.spares.has(byteCount: byteCount) }
        }

        /// Gives all spare blocks to the system.
        package static func drain() {
            release(state.withLock { $0.spares.removeAll() })
        }

        /// Lets no more than so many bytes be spare from now on.
        package static func limitSpares(toBytes byteCount: Int) {
            release(state.withLock { $0.spares.limit(toBytes: byteCount) })
        }

        /// Memory of which nothing is known to be zero; nil without memory.
        package static func take(byteCount: Int) -> UnsafeMutableRawPointer? {
            if let spare = unsafe takeSpare(byteCount: byteCount) { return unsafe spare }
            guard let memory = unsafe fresh(byteCount) else { return nil }
            if byteCount >= 4 << 20 { unsafe adviseLargePages(memory, byteCount: byteCount) }
            return unsafe memory
        }

        /// Zeroed memory: a spare block that is cleared, which takes less time than the system needs
        /// for as many pages, or else pages of the system's, of which nothing is written; nil without
        /// memory.
        package static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? {
            guard let spare = unsafe takeSpare(byteCount: byteCount) else {
                return unsafe fresh(byteCount)
            }
            // Safe because the block has as many bytes, and nobody else has it.
            unsafe memset(spare, 0, byteCount)
            return unsafe spare
        }

        /// Gives a block back.
        package static func give(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
            let block = SpareBlocks.Block(address: UInt(bitPattern: memory), byteCount: byteCount)
            release(state.withLock { $0.spares.give(block) })
        }

        private static func takeSpare(byteCount: Int) -> UnsafeMutableRawPointer? {
            let spare = state.withLock { $0.spares.take(byteCount: byteCount) }
            return unsafe spare.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0.address) }
        }

        private static func release(_ blocks: [SpareBlocks.Block]) {
            for block in blocks {
                // Safe because nobody else has it: it was given back, and is spare no longer.
                unsafe munmap(UnsafeMutableRawPointer(bitPattern: block.address), block.byteCount)
            }
        }

        /// Zeroed pages: those of the thread's room, or new ones.
        private static func fresh(_ byteCount: Int) -> UnsafeMutableRawPointer? {
            if let address = state.withLock({ $0.cut(byteCount: byteCount) }) {
                return unsafe UnsafeMutableRawPointer(bitPattern: address)
            }
            return unsafe map(byteCount)
        }

        /// New pages; nil unless the system grants as many and a margin.
        ///
        /// - Parameter margin: Bytes that are granted and given back at once.
        private static func map(
            _ byteCount: Int, margin: Int = marginByteCount
        ) -> UnsafeMutableRawPointer? {
            let (total, overflow) = byteCount.addingReportingOverflow(margin)
            guard !overflow else { return nil }
            let memory = unsafe mmap(
                nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
            // Safe because nothing was written to these pages. The lower ones go, so that blocks stay
            // neighbours.
            unsafe munmap(memory, margin)
            return unsafe memory + margin
        }

        private static var thread: UInt { number(of: pthread_self()) }

        /// The bits of a thread's name, which is a number or a pointer.
        private static func number<Name>(of name: Name) -> UInt {
            // Safe because every C library that the package knows has names as large as a pointer.
            unsafe unsafeBitCast(name, to: UInt.self)
        }
    }

    extension LargeMemory {
        /// Returns whether the system grants so many bytes now.
        ///
        /// A hint for memory that is taken elsewhere: another thread may take it first.
        package static func hasRoom(byteCount: Int) -> Bool {
            guard byteCount >= leastByteCount else { return true }
            guard let memory = unsafe map(byteCount) else { return false }
            // Safe because nothing else knows the pages.
            unsafe munmap(memory, byteCount)
            return true
        }

        /// Runs `body` with room for large blocks, which are cut from it while `body` runs.
        ///
        /// So code that cannot fail, such as a kernel, is refused no memory.
        ///
        /// - Parameters:
        ///   - byteCount: The bytes of all blocks of at least ``leastByteCount`` together.
        ///   - scratch: Bytes that `body` takes elsewhere; they are a hint as in
        ///     ``hasRoom(byteCount:)``.
        /// - Returns: Nil if the system refuses the room; `body` did not run then.
        package static func reserving<Result: ~Copyable, Failure: Error>(
            _ byteCount: Int, scratch: Int = 0, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            guard byteCount >= leastByteCount || scratch >= leastByteCount else {
                return try body()
            }
            let room = ReservedRoom.roundedUp(byteCount)
            let (margin, overflow) = ReservedRoom.roundedUp(scratch)
                .addingReportingOverflow(marginByteCount)
            guard !overflow, let memory = unsafe map(room, margin: margin) else { return nil }
            let start = UInt(bitPattern: memory)
            let former = state.withLock {
                $0.rooms.updateValue(
                    ReservedRoom(
                        start: start, byteCount: room, pageByteCount: Int(getpagesize())),
                    forKey: thread)
            }
            defer {
                let rest = state.withLock { state in
                    defer { state.rooms[thread] = former }
                    return state.rooms[thread]?.rest
                }
                if let rest { release([rest]) }
            }
            return try body()
        }
    }
#endif
