#if WebP
    import CWebP
    import WebImageCoding

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The bytes of a file in the making, which a block adopts at the end.
    ///
    /// An array would be copied where it grows, and once more into the block. This memory is moved
    /// by the system where it is large.
    final class WebPFileBytes {
        private var base: UnsafeMutableRawPointer?
        private var capacity = 0
        /// How many there are.
        private(set) var count = 0
        private let limit: UInt32

        /// No bytes yet, and never as many as `limit`.
        init(limit: UInt32) {
            self.limit = limit
        }

        deinit {
            free(base)
        }

        /// Adds bytes that lie elsewhere.
        func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
            try reserve(bytes.count)
            base?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
            count += bytes.count
        }

        /// Adds the four letters of a chunk.
        func append(_ tag: StaticString) throws(CodecError) {
            try append(UnsafeRawBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
        }

        /// Adds a number, its lowest byte first.
        func append(_ value: Int, bytes: Int) throws(CodecError) {
            try reserve(bytes)
            count += bytes
            set(value, bytes: bytes, at: count - bytes)
        }

        /// Overwrites a number.
        ///
        /// - Precondition: It lies in what was added.
        func set(_ value: Int, bytes: Int, at offset: Int) {
            precondition(offset >= 0 && offset + bytes <= count, "A number beyond the file.")
            for index in 0..<bytes {
                base?.storeBytes(
                    of: UInt8(truncatingIfNeeded: value >> (index * 8)),
                    toByteOffset: offset + index, as: UInt8.self)
            }
        }

        /// Hands them out; none are left.
        func take() -> ByteBlock {
            guard let memory = base else { return ByteBlock(copying: []) }
            defer { (base, capacity, count) = (nil, 0, 0) }
            // What grew too far is given back; where that fails, it is kept.
            return ByteBlock(
                owning: realloc(memory, count) ?? memory, count: count, free: { free($0) })
        }

        private func reserve(_ more: Int) throws(CodecError) {
            guard count + more < limit else { throw CodecError(VP8_ENC_ERROR_FILE_TOO_BIG) }
            guard count + more > capacity else { return }
            let wanted = max(count + more, capacity + capacity / 2, 4096)
            guard let moved = realloc(base, wanted) else {
                throw CodecError(VP8_ENC_ERROR_OUT_OF_MEMORY)
            }
            (base, capacity) = (moved, wanted)
        }
    }
#endif
