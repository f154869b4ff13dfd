#if Sandbox && os(Linux)
    import WebImagePixels

    /// The memory for a worker's results, lent to its bitmaps: most pixels are decoded where the program
    /// reads them.
    final class OutputMemory {
        private(set) var memory: SharedMemory
        /// Former memories in which bitmaps lie, such as the canvas of an open animation.
        private var former: [SharedMemory] = []

        init(receiving descriptor: Int32, count: Int) throws(SandboxError) {
            memory = try SharedMemory(receiving: descriptor, count: count, writable: true)
            lend()
        }

        /// Takes another memory; the present one remains while a bitmap lies in it.
        func replace(receiving descriptor: Int32, count: Int) throws(SandboxError) {
            former.append(memory)
            memory = try SharedMemory(receiving: descriptor, count: count, writable: true)
            lend()
        }

        private func lend() {
            LargeMemory.lend(.init(start: memory.base, count: memory.count))
            former.removeAll { !LargeMemory.isInUse($0.base) }
        }
    }
#endif
