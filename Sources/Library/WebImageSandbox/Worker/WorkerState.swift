#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// The part of a worker that lasts between requests: the frames of the last animation.
    struct WorkerState {
        private var animation: (token: UInt64, frames: any FrameProvider)?

        /// Runs a request.
        ///
        /// - Throws: The codec's error.
        mutating func run(
            _ request: DecodeRequest, _ codecs: CodecList, _ input: SharedMemory
        ) throws(CodecError) -> DecodeResult {
            try StraightColors.kept(if: request.keepsStraightColors) {
                () throws(CodecError) in try result(of: request, codecs, input)
            }
        }

        private mutating func result(
            of request: DecodeRequest, _ codecs: CodecList, _ input: SharedMemory
        ) throws(CodecError) -> DecodeResult {
            let bytes = UnsafeRawBufferPointer(rebasing: input.bytes[..<request.byteCount])
            let (span, options) = (bytes.bytes, request.options)
            switch request.operation {
            case .demand:
                let decoder = try codecs.decoder(for: request.format)
                return .demand(decoder.memoryDemand(of: span, options: options))
            case .metadata:
                let decoder = try codecs.decoder(for: request.format)
                return .metadata(try decoder.metadata(of: span, limits: options.limits))
            case .color:
                return .color(try codecs.decoder(for: request.format).color(of: span))
            case .decode:
                animation = nil
                let decoder = try codecs.decoder(for: request.format)
                var output = try decoder.decode(span, options: options)
                // The scaled picture is handed over, and not all of its pixels.
                try options.downsampling.reduce(&output)
                return .picture(output)
            case .frames:
                return .frames(try frames(request, span, codecs).map { FrameListing($0) })
            case .frame:
                guard let frames = try frames(request, span, codecs), request.frame < frames.count
                else { throw .damaged(request.format, "there is no frame \(request.frame)") }
                return .frame(try frames.decodedFrame(at: request.frame, format: request.format))
            case .convert: return .converted(try converted(request, span, codecs, input))
            case .describe: return .description(codecs.color?.describe(ByteBlock(copying: span)))
            case .encode:
                let encoder = try codecs.encoder(for: request.format)
                guard let bitmap = request.picture?.copy(from: input, behind: request.byteCount),
                    let settings = request.settings
                else { throw .limit("no memory for the pixels") }
                let file = try encoder.encode(bitmap, settings: settings.settings(with: span))
                let decoder = try? codecs.decoder(for: request.format)
                return .file(file, size(of: file, within: bitmap.size, by: decoder))
            case .clean: return .file(try cleaned(request, span, codecs), nil)
            }
        }

        /// Returns the size that a new file states, unless it is larger than its picture's.
        private func size(
            of file: ByteBlock, within most: PixelSize, by decoder: (any ImageDecoder)?
        ) -> PixelSize? {
            file.withSpan { try? decoder?.metadata(of: $0, limits: DecodeLimits()) }.flatMap {
                $0.size.width <= most.width && $0.size.height <= most.height ? $0.size : nil
            }
        }

        private func converted(
            _ request: DecodeRequest, _ profile: RawSpan, _ codecs: CodecList,
            _ input: SharedMemory
        ) throws(CodecError) -> Bitmap {
            guard let picture = request.picture, let color = codecs.color,
                var bitmap = picture.copy(from: input, behind: request.byteCount)
            else { throw .limit("no memory, or no converter of colours") }
            try color.convertToSRGB(&bitmap, from: .profile(ByteBlock(copying: profile)))
            return bitmap
        }

        private func cleaned(
            _ request: DecodeRequest, _ bytes: RawSpan, _ codecs: CodecList
        ) throws(CodecError) -> ByteBlock {
            let decoder = try codecs.decoder(for: request.format)
            guard let decoder = decoder as? any DocumentCleaning else {
                throw .unsupported(request.format, "cleaning")
            }
            return try decoder.cleaned(bytes, limits: request.options.limits)
        }

        /// Returns the frames of the request's animation, which stays open.
        private mutating func frames(
            _ request: DecodeRequest, _ bytes: RawSpan, _ codecs: CodecList
        ) throws(CodecError) -> (any FrameProvider)? {
            if let animation, animation.token == request.animation { return animation.frames }
            animation = nil
            let decoder = try codecs.decoder(for: request.format)
            guard let decoder = decoder as? any AnimatedImageDecoder else { return nil }
            // The provider reads the bytes later, when the input memory has others.
            let image = EncodedImage(ByteBlock(copying: bytes))
            let frames = try decoder.frames(of: image, options: request.options)
            animation = frames.map { (request.animation, $0) }
            return frames
        }
    }
#endif
