#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// A decoder of animations in a worker.
    struct RemoteAnimatedDecoder: RemoteDecoding, AnimatedImageDecoder {
        let twin: any ImageDecoder
        let pool: DecoderPool
        let profiles: RemoteProfiles

        func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let format = image.format ?? self.format
            guard formats.contains(format) else { return nil }
            return try RemoteFrames(of: image, format, options, pool)
        }
    }

    /// The frames of an animation that a worker has open.
    ///
    /// A worker that has ended, or has opened another animation since, gets the bytes again.
    private final class RemoteFrames: FrameProvider {
        private let bytes: ByteBlock
        private let listing: FrameListing
        private let request: DecodeRequest
        private let pool: DecoderPool

        /// Opens an animation; nil for a still.
        init?(
            of image: EncodedImage, _ format: ImageFormat, _ options: DecodeOptions,
            _ pool: DecoderPool
        ) throws(CodecError) {
            bytes = image.bytes
            var request = DecodeRequest(.frames, format, byteCount: image.bytes.count)
            request.options = options
            request.animation = pool.nextAnimation()
            let result = try image.bytes.withUnsafeBytes { bytes throws(CodecError) in
                try pool.call(request, bytes)
            }
            guard case .frames(let listing?) = result else { return nil }
            self.listing = listing
            request.operation = .frame
            self.request = request
            self.pool = pool
        }

        var size: PixelSize { listing.size }
        var count: Int { listing.count }
        var rawDurations: [Duration] { listing.rawDurations }
        var durations: [Duration] { listing.durations }
        var loopCount: Int { listing.loopCount }
        var residentByteCount: Int { bytes.count }

        func frame(at index: Int) throws -> ImageFrame {
            var request = request
            request.frame = index
            let result = try bytes.withUnsafeBytes { try pool.call(request, $0) }
            guard case .frame(let frame) = result else {
                throw CodecError.workerEnded(request.format, .answer("another operation's"))
            }
            return frame
        }
    }
#endif
