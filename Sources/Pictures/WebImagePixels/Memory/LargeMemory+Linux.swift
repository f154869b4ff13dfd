#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    import Synchronization

    /// Memory for pictures outside the heap; released blocks return to the system.
    ///
    /// A heap keeps freed memory for each of its threads, up to 64 MB. A process that decodes on
    /// many threads would use several times the memory of its pictures. A few blocks stay with the
    /// process as spares, since faulting in new pages costs a tenth of the time of decoding a
    /// photograph. A spare block serves the next request of its size. The oldest goes to the system
    /// when others come, and all of them go under memory pressure (``drain()``).
    package enum LargeMemory {
        /// The size in bytes below which blocks come from the heap.
        package static let leastByteCount = 1 << 20

        /// The default limit of spare bytes.
        package static let standardSpareBytes = 32 << 20

        /// The bytes of address space that must remain free besides each mapped block.
        ///
        /// Large blocks are refused while small ones, which must not fail, still find memory.
        package static let marginByteCount = 16 << 20

        private struct State: Sendable {
            var spares = SpareBlocks(byteLimit: standardSpareBytes, countLimit: 4)
            /// Reserved rooms by thread.
            var rooms: [UInt: ReservedRoom] = [:]

            mutating func cut(byteCount: Int) -> UInt? {
                rooms.isEmpty ? nil : rooms[thread]?.cut(byteCount: byteCount)
            }
        }

        private static let state = Mutex(State())

        /// Returns `true` if a block of exactly `byteCount` bytes is spare now.
        package static func hasSpare(byteCount: Int) -> Bool {
            state.withLock { $0.spares.has(byteCount: byteCount) }
        }

        /// Releases all spare blocks to the system.
        package static func drain() {
            release(state.withLock { $0.spares.removeAll() })
        }

        /// Limits the spare bytes from now on.
        package static func limitSpares(toBytes byteCount: Int) {
            release(state.withLock { $0.spares.limit(toBytes: byteCount) })
        }

        /// Lends memory of the caller, such as that shared with another process, to one block at a
        /// time.
        ///
        /// - Parameter memory: Page-aligned memory, which must last while ``isInUse(_:)``; nil
        ///   lends none.
        package static func lend(_ memory: UnsafeMutableRawBufferPointer?) {
            let block = unsafe memory.map { memory in
                SpareBlocks.Block(
                    address: UInt(bitPattern: memory.baseAddress), byteCount: memory.count)
            }
            state.withLock { $0.spares.lend(block) }
        }

        /// Returns `true` if a block lies in lent memory that begins there.
        package static func isInUse(_ start: UnsafeRawPointer) -> Bool {
            state.withLock { $0.spares.isInUse(at: UInt(bitPattern: start)) }
        }

        /// The size in bytes below which no block lies in lent memory, such as the strip of rows of
        /// a scaler.
        private static let leastLentByteCount = 256 << 10

        /// Returns the lent memory for a block below ``leastByteCount``; nil if it is in use, or
        /// the block is small.
        static func takeLent(byteCount: Int) -> UnsafeMutableRawPointer? {
            guard byteCount >= leastLentByteCount else { return nil }
            guard let block = state.withLock({ $0.spares.takeLent(byteCount: byteCount) }),
                let memory = unsafe UnsafeMutableRawPointer(bitPattern: block.address)
            else { return nil }
            unsafe populate(memory, byteCount: byteCount)
            return unsafe memory
        }

        /// Takes back a block below ``leastByteCount``; returns `false` if it does not lie in lent
        /// memory.
        static func giveLent(_ memory: UnsafeMutableRawPointer, byteCount: Int) -> Bool {
            guard byteCount >= leastLentByteCount else { return false }
            return state.withLock { $0.spares.giveLent(at: UInt(bitPattern: memory)) }
        }

        /// Returns uninitialized memory; nil if the system refuses it.
        package static func take(byteCount: Int) -> UnsafeMutableRawPointer? {
            if let spare = unsafe takeSpare(byteCount: byteCount) { return unsafe spare }
            guard let memory = unsafe fresh(byteCount) else { return nil }
            if byteCount >= 4 << 20 { unsafe adviseLargePages(memory, byteCount: byteCount) }
            return unsafe memory
        }

        /// Returns zeroed memory; nil if the system refuses it.
        ///
        /// Clearing a spare block is faster than faulting in new pages, which are zero already.
        package static func takeZeroed(byteCount: Int) -> UnsafeMutableRawPointer? {
            guard let spare = unsafe takeSpare(byteCount: byteCount) else {
                return unsafe fresh(byteCount)
            }
            // Safe because the block has as many bytes, and no other reference exists.
            unsafe memset(spare, 0, byteCount)
            return unsafe spare
        }

        /// Takes back a block, as a spare or for the system.
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
                // Safe because no other reference exists: the block was given back and taken out.
                unsafe munmap(UnsafeMutableRawPointer(bitPattern: block.address), block.byteCount)
            }
        }

        /// Returns zeroed pages: from the thread's room, or new ones.
        private static func fresh(_ byteCount: Int) -> UnsafeMutableRawPointer? {
            if let address = state.withLock({ $0.cut(byteCount: byteCount) }) {
                return unsafe UnsafeMutableRawPointer(bitPattern: address)
            }
            return unsafe map(byteCount)
        }

        /// Maps new pages; nil unless the system grants as many and a margin.
        ///
        /// - Parameter margin: The bytes that must be granted too; they are unmapped at once.
        private static func map(
            _ byteCount: Int, margin: Int = marginByteCount
        ) -> UnsafeMutableRawPointer? {
            let (total, overflow) = byteCount.addingReportingOverflow(margin)
            guard !overflow else { return nil }
            let memory = unsafe mmap(
                nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
            // Safe because nothing was written to these pages. The lower ones are unmapped, so that
            // blocks stay adjacent.
            unsafe munmap(memory, margin)
            return unsafe memory + margin
        }

        private static var thread: UInt { number(of: pthread_self()) }

        /// Returns the bits of a thread's name, which is a number or a pointer.
        private static func number<Name>(of name: Name) -> UInt {
            // Safe because thread names are as large as a pointer in every supported C library.
            unsafe unsafeBitCast(name, to: UInt.self)
        }
    }

    extension LargeMemory {
        /// Returns `true` if the system grants `byteCount` bytes now.
        ///
        /// A hint for memory allocated elsewhere: another thread may take it first.
        package static func hasRoom(byteCount: Int) -> Bool {
            guard byteCount >= leastByteCount else { return true }
            guard let memory = unsafe map(byteCount) else { return false }
            // Safe because nothing else refers to the pages.
            unsafe munmap(memory, byteCount)
            return true
        }

        /// Runs `body` with reserved room, from which its large blocks are cut.
        ///
        /// Code that cannot fail, such as a kernel, is thus not refused memory.
        ///
        /// - Parameters:
        ///   - byteCount: The bytes of all blocks of at least ``leastByteCount`` together.
        ///   - scratch: The bytes that `body` allocates elsewhere; a hint as in
        ///     ``hasRoom(byteCount:)``.
        /// - Returns: nil if the system refuses the room; `body` did not run then.
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
