#if Sandbox && os(Linux)
    import WebImageCoding
    import WebImagePixels

    /// An encoder of stills whose twin encodes in a worker.
    struct RemoteEncoder: ImageEncoder {
        let twin: any ImageEncoder
        let pool: DecoderPool

        var identity: String { twin.identity }
        var format: ImageFormat { twin.format }
        var hasQuality: Bool { twin.hasQuality }
        var workingBytesPerPixel: Int { twin.workingBytesPerPixel }

        func canEmbed(profile: [UInt8]) -> Bool { twin.canEmbed(profile: profile) }

        func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
            let metadata = ByteBlock(copying: WireSettings.bytes(of: settings))
            var request = DecodeRequest(.encode, format, byteCount: metadata.count)
            request.picture = WirePicture(bitmap)
            request.settings = WireSettings(settings)
            // Encoding a large picture well takes longer than decoding one.
            request.options.limits.maxTime = Self.maxTime
            let result = try metadata.withUnsafeBytes { bytes throws(CodecError) in
                try pool.call(request, bytes, bitmap)
            }
            guard case .file(let file) = result else {
                throw .workerEnded(format, .answer("another operation's"))
            }
            return file
        }

        /// The most processor time for a file.
        private static var maxTime: Duration { .seconds(600) }
    }

    /// An encoder whose twin encodes stills in a worker, and animations in the program.
    struct RemoteAnimatedEncoder: AnimatedImageEncoder {
        let still: RemoteEncoder
        let twin: any AnimatedImageEncoder

        var identity: String { twin.identity }
        var format: ImageFormat { twin.format }
        var hasQuality: Bool { twin.hasQuality }
        var workingBytesPerPixel: Int { twin.workingBytesPerPixel }

        func canEmbed(profile: [UInt8]) -> Bool { twin.canEmbed(profile: profile) }

        func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
            try still.encode(bitmap, settings: settings)
        }

        func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try twin.encode(frames, settings: settings)
        }
    }
#endif
