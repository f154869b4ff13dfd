#if JPEGXL
    import WebImageCoding

    /// The bytes that a decoder has not used up: it wants to see them again, before those that follow.
    struct JPEGXLFeed {
        private var rest: [UInt8] = []

        /// Gives what is left and then `bytes` to a decoder.
        ///
        /// - Parameter body: Returns how many it has used up.
        mutating func give(
            _ bytes: UnsafeRawBufferPointer,
            to body: (UnsafeRawBufferPointer) throws(CodecError) -> Int
        ) throws(CodecError) {
            guard !rest.isEmpty else {
                let done = try body(bytes)
                rest = Array(bytes[done...])
                return
            }
            // What is left is seldom more than the head of a box, so that little is copied.
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
