#if GIF
    import WebImageCoding

    /// Memory that grows by doubling while bytes are added.
    final class GrowingBytes {
        /// How many bytes there are.
        private(set) var count = 0
        private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

        deinit {
            memory.deallocate()
        }

        /// The bytes; valid until more are added.
        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: memory.baseAddress, count: count)
        }

        /// Adds a copy of `bytes`.
        func append(_ bytes: UnsafeRawBufferPointer) {
            guard let source = bytes.baseAddress, bytes.count > 0 else { return }
            if count + bytes.count > memory.count { grow(to: count + bytes.count) }
            (memory.baseAddress.map { $0 + count })?
                .copyMemory(from: source, byteCount: bytes.count)
            count += bytes.count
        }

        /// Gives the bytes away, without a copy, and is empty again.
        func taken() -> ByteBlock {
            // Safe because the block is the only owner of the memory from here on and frees it once.
            nonisolated(unsafe) let owned = memory
            let result = ByteBlock(adopting: bytes) { owned.deallocate() }
            memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            count = 0
            return result
        }

        private func grow(to least: Int) {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(least, memory.count * 2, 1024), alignment: 16)
            larger.copyMemory(from: bytes)
            memory.deallocate()
            memory = larger
        }
    }
#endif
