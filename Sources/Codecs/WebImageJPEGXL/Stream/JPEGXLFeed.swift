#if JPEGXL
    import WebImageCoding

    /// The bytes that a decoder has not consumed, and expects again before those that follow.
    struct JPEGXLFeed {
        private var rest: [UInt8] = []

        /// Passes the unconsumed bytes and then `bytes` to a decoder.
        ///
        /// - Parameter body: Returns the number of consumed bytes.
        mutating func give(
            _ bytes: UnsafeRawBufferPointer,
            to body: (UnsafeRawBufferPointer) throws(CodecError) -> Int
        ) throws(CodecError) {
            guard !rest.isEmpty else {
                let done = try body(bytes)
                rest = Array(bytes[done...])
                return
            }
            // The rest is seldom more than a box header, so little is copied.
            rest += bytes
            let done = try rest.span.bytes.withUnsafeBytes { (all) throws(CodecError) in
                try body(all)
            }
            rest.removeFirst(done)
        }

        /// Keeps bytes for later.
        mutating func keep(_ bytes: UnsafeRawBufferPointer) {
            rest += bytes
        }
    }
#endif
