#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// An encoder whose twin encodes stills in a worker.
    protocol RemoteEncoding: HeaderReadingEncoder {
        var twin: any ImageEncoder { get }
        var pool: DecoderPool { get }
    }

    /// An encoder of stills in a worker.
    struct RemoteEncoder: RemoteEncoding {
        let twin: any ImageEncoder
        let pool: DecoderPool
    }

    /// An encoder that encodes stills in a worker, and animations in the program.
    struct RemoteAnimatedEncoder: RemoteEncoding, AnimatedImageEncoder {
        let animations: any AnimatedImageEncoder
        let pool: DecoderPool

        var twin: any ImageEncoder { animations }
        var frameSampleFormats: Set<SampleFormat> { animations.frameSampleFormats }

        func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try animations.encode(frames, settings: settings)
        }
    }

    extension RemoteEncoding {
        var identity: String { twin.identity }
        var format: ImageFormat { twin.format }
        var hasQuality: Bool { twin.hasQuality }
        var keepsTranslucency: Bool { twin.keepsTranslucency }
        var sampleFormats: Set<SampleFormat> { twin.sampleFormats }
        /// The twin's, and the copy of the pixels that the worker reads.
        var workingBytesPerPixel: Int { twin.workingBytesPerPixel + 4 }

        func canEmbed(profile: [UInt8]) -> Bool { twin.canEmbed(profile: profile) }

        func canState(_ codePoints: ColorCodePoints) -> Bool { twin.canState(codePoints) }

        func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
            try file(of: bitmap, settings: settings).bytes
        }

        func file(
            of bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> EncodedFile {
            let metadata = ByteBlock(copying: WireSettings.bytes(of: settings))
            var request = DecodeRequest(.encode, format, byteCount: metadata.count)
            request.picture = WirePicture(bitmap)
            request.settings = WireSettings(settings)
            // Encoding a large picture well takes longer than decoding one.
            request.options.limits.maxTime = maxEncodingTime
            let result = try metadata.withUnsafeBytes { bytes throws(CodecError) in
                try pool.call(request, bytes, bitmap)
            }
            guard case .file(let file, let size) = result else {
                throw .workerEnded(format, .answer("another operation's"))
            }
            return EncodedFile(file, size: size)
        }
    }

    /// The most processor time for a file.
    private let maxEncodingTime = Duration.seconds(600)
#endif
