#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    extension WebPEncoder: AnimatedImageEncoder {
        /// Encodes an animation, of each frame what changes.
        ///
        /// Equal frames in a row become one that is shown longer. Durations are rounded to
        /// milliseconds.
        ///
        /// - Throws: `CodecError.encoding` when a side is over 16,383 pixels or memory is short, or
        ///   what a frame threw.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try frames.size.checkForWebP()
            let animation = try WebPAnimation(frames, settings: settings)
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                if Task.isCancelled { throw .cancelled }
                try animation.add(frames, index, duration: durations[index])
            }
            let file = try animation.assemble()
            guard let exif = settings.embedded.exif, !exif.isEmpty else { return file }
            return try file.addingExif(exif)
        }
    }

    /// An animation in the making.
    private final class WebPAnimation {
        private let encoder: OpaquePointer
        private var config: WebPConfig
        private var picture: WebPPicture
        /// When the next frame begins.
        private var time = Duration.zero

        init(_ frames: any FrameProvider, settings: EncodeSettings) throws(CodecError) {
            config = try WebPConfig(settings)
            var options = WebPAnimEncoderOptions()
            guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw .webpMismatch }
            options.anim_params.loop_count = Int32(min(max(frames.loopCount, 0), 65535))
            options.anim_params.bgcolor = 0
            // A frame that needs none before it now and then, for seeking. Between the two numbers
            // every frame is encoded both ways, so they are as close as they can be.
            (options.kmin, options.kmax) = (16, 17)
            picture = try WebPPicture(frames.size)
            try picture.allocate()
            let size = frames.size
            guard
                let encoder = WebPAnimEncoderNew(Int32(size.width), Int32(size.height), &options)
            else {
                WebPPictureFree(&picture)
                throw .encoding(.webp, "no memory for an animation of \(size)")
            }
            self.encoder = encoder
        }

        deinit {
            WebPAnimEncoderDelete(encoder)
            WebPPictureFree(&picture)
        }

        /// Adds the frame at `index`, which is asked for here.
        func add(
            _ frames: any FrameProvider, _ index: Int, duration: Duration
        ) throws(CodecError) {
            let bitmap: Bitmap
            do {
                bitmap = try frames.frame(at: index).bitmap
            } catch {
                throw error as? CodecError ?? .encoding(.webp, "frame \(index): \(error)")
            }
            guard bitmap.size == frames.size else {
                throw .encoding(.webp, "frame \(index) is \(bitmap.size), not \(frames.size)")
            }
            picture.fill(from: bitmap)
            let start = try milliseconds
            guard WebPAnimEncoderAdd(encoder, &picture, start, &config) != 0 else { throw reason }
            // What the format cannot hold is shown as long as it can.
            time += min(max(duration, .zero), .milliseconds(0xFF_FFFF))
        }

        /// The whole file.
        func assemble() throws(CodecError) -> ByteBlock {
            let end = try milliseconds
            guard WebPAnimEncoderAdd(encoder, nil, end, nil) != 0 else { throw reason }
            var data = WebPData()
            guard WebPAnimEncoderAssemble(encoder, &data) != 0, let memory = data.bytes else {
                throw reason
            }
            return ByteBlock(adoptingWebP: memory, count: data.size)
        }

        /// The time so far; its roundings do not add up.
        private var milliseconds: Int32 {
            get throws(CodecError) {
                let (seconds, rest) = time.components
                let rounded = seconds * 1000 + (rest + 500_000_000_000_000) / 1_000_000_000_000_000
                guard let result = Int32(exactly: rounded) else {
                    throw .encoding(.webp, "an animation of \(time) is too long")
                }
                return result
            }
        }

        private var reason: CodecError {
            let text = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "no memory"
            return .encoding(.webp, text)
        }
    }
#endif
