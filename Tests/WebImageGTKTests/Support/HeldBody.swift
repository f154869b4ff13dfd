#if GTK

    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting

    /// A response whose bytes arrive when a test sends them.
    struct HeldBody {
        let pipeline: ImagePipeline
        private let bytes: [UInt8]
        private let continuation: AsyncStream<ByteBlock>.Continuation

        init(_ file: ByteBlock, decoders: [any ImageDecoder] = [BMPDecoder()]) {
            bytes = file.withUnsafeBytes { Array($0) }
            let (stream, continuation) = AsyncStream<ByteBlock>.makeStream()
            self.continuation = continuation
            let count = bytes.count
            let loader = ScriptedLoader { _ in
                LoadedBody(
                    head: ResponseHead(url: "https://example.com/a"), origin: .network,
                    expectedByteCount: count, chunks: BodyStream(stream))
            }
            pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 24), disk: nil, loader: loader,
                codecs: CodecList(decoders: decoders, encoders: []))
        }

        /// Sends the bytes of a part, as fractions of the whole.
        func send(_ part: Range<Double>) {
            let range =
                Int(
                    Double(bytes.count) * part.lowerBound)..<Int(
                    Double(bytes.count) * part.upperBound)
            continuation.yield(ByteBlock(copying: Array(bytes[range])))
        }

        func finish() { continuation.finish() }
    }

#endif
