#if JPEG
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// The result of decoding, comparable in every part.
    enum Outcome: Equatable {
        case output(Bitmap, isOpaque: Bool, profile: ByteBlock?, ImageMetadata)
        case error(CodecError)

        init(_ body: () throws(CodecError) -> DecodeOutput) {
            do throws(CodecError) {
                let output = try body()
                self = .output(
                    output.bitmap, isOpaque: output.bitmap.isOpaque, profile: output.color.profile,
                    output.metadata)
            } catch {
                self = .error(error)
            }
        }

        /// Decodes all bytes at once.
        init(decoding bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()) {
            self.init { () throws(CodecError) in try decode(bytes, options) }
        }

        /// Decodes in a session that is fed pieces of `size` bytes.
        init(
            feeding bytes: ByteBlock, in size: Int, _ options: DecodeOptions = DecodeOptions(),
            previewEvery interval: Int = .max
        ) {
            self.init { () throws(CodecError) in
                let session = JPEGDecoder().makeSession(options: options)
                try feed(bytes, to: session, in: size, previewEvery: interval)
                return try session.finish()
            }
        }
    }

    /// Feeds bytes in pieces, and takes a preview after every `interval` pieces.
    func feed(
        _ bytes: ByteBlock, to session: any IncrementalDecodingSession, in size: Int,
        previewEvery interval: Int = .max
    ) throws(CodecError) {
        try bytes.withSpan { (span) throws(CodecError) in
            var (offset, number) = (0, 0)
            while offset < span.byteCount {
                let end = min(offset + size, span.byteCount)
                try session.append(span.extracting(offset..<end))
                offset = end
                number += 1
                if number % interval == 0 { _ = try session.preview() }
            }
        }
    }
#endif
