#if TIFF
    import WebImageCoding

    /// A zeroed buffer of one decode, freed with the last reference.
    final class TIFFBuffer {
        /// The first byte.
        let base: UnsafeMutablePointer<UInt8>

        /// Allocates the bytes.
        ///
        /// - Throws: `CodecError.limit` if the system refuses them.
        init(count: Int) throws(CodecError) {
            try CodecError.requireMemory(count)
            base = .allocate(capacity: max(count, 1))
            base.initialize(repeating: 0, count: max(count, 1))
        }

        /// Returns the bytes as levels.
        func levels<Level: TIFFLevel>(_ type: Level.Type) -> UnsafeMutablePointer<Level> {
            // Safe because allocations are aligned to 16 bytes, and the bytes are accessed as
            // levels of one type only.
            UnsafeMutableRawPointer(base).assumingMemoryBound(to: type)
        }

        deinit {
            base.deallocate()
        }
    }
#endif
