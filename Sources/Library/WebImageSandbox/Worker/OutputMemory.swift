#if Sandbox && os(Linux)
    import WebImagePixels

    /// The memory for a worker's results, lent to its bitmaps: most pixels are decoded where the
    /// program reads them.
    final class OutputMemory {
        /// The memory; nil between ``leave()`` and ``take(_:count:)``.
        private(set) var memory: SharedMemory?
        /// Former memories in which bitmaps lie, such as the canvas of an open animation.
        private var former: [SharedMemory] = []

        init(receiving descriptor: Int32, count: Int) throws(SandboxError) {
            try take(descriptor, count: count)
        }

        /// Shares a memory of this process.
        init(sharing memory: SharedMemory) { self.memory = memory }

        /// Lends the memory to the next bitmap that fits, unless one lies in it.
        func lend() {
            LargeMemory.lend(memory.map { .init(start: $0.base, count: $0.count) })
        }

        /// Lets go of the memory before another one is asked for; a bitmap that lies in it stays.
        func leave() {
            LargeMemory.lend(nil)
            if let memory { former.append(memory) }
            memory = nil
            releaseUnused()
        }

        /// Takes another memory, which is not lent yet.
        func take(_ descriptor: Int32, count: Int) throws(SandboxError) {
            memory = try SharedMemory(receiving: descriptor, count: count, writable: true)
        }

        /// Releases the former memories in which no bitmap lies any longer.
        func releaseUnused() { former.removeAll { !LargeMemory.isInUse($0.base) } }
    }
#endif
