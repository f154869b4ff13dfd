#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// A decoder whose twin decodes in a worker.
    ///
    /// The identity is the twin's, so caches and transfers are shared. The twin's own calls here
    /// look at a signature only, by code of this project.
    protocol RemoteDecoding: ImageDecoder {
        var twin: any ImageDecoder { get }
        var pool: DecoderPool { get }
        var profiles: RemoteProfiles { get }
    }

    /// A decoder of stills in a worker.
    struct RemoteDecoder: RemoteDecoding {
        let twin: any ImageDecoder
        let pool: DecoderPool
        let profiles: RemoteProfiles
    }

    extension RemoteDecoder: DocumentCleaning {
        package func cleaned(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ByteBlock {
            guard case .file(let text, _) = try call(.clean, bytes, DecodeOptions(limits: limits))
            else { throw mismatch }
            return text
        }
    }

    extension RemoteDecoding {
        var identity: String { twin.identity }
        var formats: [ImageFormat] { twin.formats }

        func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
            twin.recognize(bytes, mediaType: mediaType)
        }

        func headerLeads(in format: ImageFormat) -> Bool { twin.headerLeads(in: format) }

        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let options = DecodeOptions(limits: limits)
            guard case .metadata(let metadata) = try call(.metadata, bytes, options) else {
                throw mismatch
            }
            return metadata
        }

        func color(of bytes: RawSpan) -> ColorDescription {
            guard
                case .color(let color) = try? call(.color, bytes, DecodeOptions(limits: .ofHeaders))
            else {
                return .sRGB
            }
            if let profile = color.profile { profiles.insert(profile) }
            return color
        }

        func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            if options.isOwnMarkup { return twin.memoryDemand(of: bytes, options: options) }
            // A header that takes long is a failure of the decode, which has the rest of the time.
            guard case .demand(var demand?) = try? call(.demand, bytes, options, timeOver: 4)
            else { return nil }
            // The result lies in the worker's memory and in the shared one, and is copied out of
            // it.
            let (size, _) = options.downsampling.demand(of: demand, isVector: format == .svg)
            let result = min(
                Bitmap.byteCount(of: size, as: demand.sampleFormat), demand.byteCount)
            demand.byteCount += 2 * min(result, (.max - demand.byteCount) / 2)
            return demand
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            if options.isOwnMarkup { return try twin.decode(bytes, options: options) }
            guard case .picture(let output) = try call(.decode, bytes, options) else {
                throw mismatch
            }
            if let profile = output.color.profile { profiles.insert(profile) }
            return output
        }

        /// The format that selects the decoder in the worker.
        var format: ImageFormat { formats.first ?? ImageFormat(rawValue: "") }

        /// The error of an answer of another kind, which a checked answer never is.
        fileprivate var mismatch: CodecError {
            .workerEnded(format, .answer("another operation's"))
        }

        fileprivate func call(
            _ operation: Message.Operation, _ bytes: RawSpan, _ options: DecodeOptions,
            timeOver divisor: Int = 1
        ) throws(CodecError) -> DecodeResult {
            var request = DecodeRequest(operation, format, byteCount: bytes.byteCount)
            request.options = options
            request.isDocument = twin is any DocumentCleaning
            return try bytes.withUnsafeBytes { bytes throws(CodecError) in
                try pool.call(request, bytes, timeOver: divisor)
            }
        }
    }
#endif
