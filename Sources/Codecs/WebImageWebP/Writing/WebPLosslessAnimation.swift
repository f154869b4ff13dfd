#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// A writer of a lossless animation, based on libwebp's animation encoder.
    final class WebPLosslessAnimation: WebPAnimationWriting {
        private let encoder: OpaquePointer
        private var config: WebPConfig
        private var picture: WebPPicture

        init(_ frames: any FrameProvider, settings: EncodeSettings) throws(CodecError) {
            config = try WebPConfig(settings)
            var options = WebPAnimEncoderOptions()
            guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw .webpMismatch }
            options.anim_params.loop_count = Int32(min(max(frames.loopCount, 0), 65535))
            options.anim_params.bgcolor = 0
            // Distance of key frames, for seeking. Between the two numbers every frame is encoded
            // both ways, so they are as close as the library allows.
            (options.kmin, options.kmax) = (16, 17)
            picture = try WebPPicture(frames.size)
            try picture.allocate()
            let size = frames.size
            guard
                let encoder = WebPAnimEncoderNew(Int32(size.width), Int32(size.height), &options)
            else {
                WebPPictureFree(&picture)
                throw .encoding(.webp, "not enough memory for an animation of \(size)")
            }
            self.encoder = encoder
        }

        deinit {
            WebPAnimEncoderDelete(encoder)
            WebPPictureFree(&picture)
        }

        func add(_ bitmap: Bitmap, during time: Range<Int32>) throws(CodecError) {
            picture.fill(from: bitmap)
            guard WebPAnimEncoderAdd(encoder, &picture, time.lowerBound, &config) != 0 else {
                throw reason
            }
        }

        func finish(at time: Int32) throws(CodecError) -> ByteBlock {
            guard WebPAnimEncoderAdd(encoder, nil, time, nil) != 0 else { throw reason }
            var data = WebPData()
            guard WebPAnimEncoderAssemble(encoder, &data) != 0, let memory = data.bytes else {
                throw reason
            }
            return ByteBlock(adoptingWebP: memory, count: data.size)
        }

        private var reason: CodecError {
            let text =
                WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "out of memory"
            return .encoding(.webp, text)
        }
    }
#endif
