#if Server
    import WebImage

    /// A decoder of all formats that leaves pictures as they are stored, whatever their
    /// orientation.
    ///
    /// Turned pictures are decoded in their full size, since decoders scale the upright one.
    struct StoredDecoder: AnimatedImageDecoder {
        let codecs: CodecList

        var identity: String { "as-stored(\(codecs.identity))" }
        var formats: [ImageFormat] { codecs.decoders.flatMap(\.formats) }

        func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
            Self.stored(try twin(of: bytes).metadata(of: bytes, limits: limits))
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            let twin = try twin(of: bytes)
            var output = try twin.decode(bytes, options: self.options(options, bytes, twin))
            output.metadata = Self.stored(output.metadata)
            return output
        }

        func color(of bytes: RawSpan) -> ColorDescription {
            (try? twin(of: bytes))?.color(of: bytes) ?? .sRGB
        }

        func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let twin = try? twin(of: bytes) else { return nil }
            return twin.memoryDemand(of: bytes, options: self.options(options, bytes, twin))
        }

        func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            guard let format = image.format,
                let twin = try codecs.decoder(for: format) as? any AnimatedImageDecoder
            else { return nil }
            return try twin.frames(of: image, options: options)
        }

        private func twin(of bytes: RawSpan) throws(CodecError) -> any ImageDecoder {
            guard let format = ImageFormat(signatureOf: bytes) else {
                throw .unrecognized(ImageFormat.describe(bytes))
            }
            return try codecs.decoder(for: format)
        }

        private func options(
            _ options: DecodeOptions, _ bytes: RawSpan, _ twin: any ImageDecoder
        ) -> DecodeOptions {
            let header = try? twin.metadata(of: bytes, limits: options.limits)
            guard let header, header.orientation != .up else { return options }
            var options = options
            options.downsampling = Downsampling()
            return options
        }

        private static func stored(_ metadata: ImageMetadata) -> ImageMetadata {
            var metadata = metadata
            metadata.size = metadata.orientation.upright(metadata.size)
            metadata.orientation = .up
            return metadata
        }
    }
#endif
