#if Server
    import TestSupport
    import WebImage

    /// A decoder of grey pictures of 8 × 4 pixels in the file, whatever the bytes say, that cleans
    /// documents.
    final class ScriptedDecoder: AnimatedImageDecoder, DocumentCleaning {
        let formats: [ImageFormat]
        private let orientation: Orientation
        /// The options of its calls.
        let asked = Locked<[DecodeOptions]>([])
        /// The failure of cleaning; nil for none.
        private let fault: CodecError?

        init(
            _ formats: [ImageFormat], _ orientation: Orientation = .up, fault: CodecError? = nil
        ) {
            (self.formats, self.orientation, self.fault) = (formats, orientation, fault)
        }

        let identity = "scripted"

        func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
            let size = orientation.upright(PixelSize(width: 8, height: 4))
            return ImageMetadata(size: size, orientation: orientation)
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            asked.change { $0.append(options) }
            let bitmap = Bitmap(size: PixelSize(width: 8, height: 4), isOpaque: true)
            return DecodeOutput(
                bitmap: bitmap, color: .sRGB,
                metadata: try metadata(of: bytes, limits: options.limits))
        }

        func color(of bytes: RawSpan) -> ColorDescription {
            .profile(ByteBlock(copying: [1]))
        }

        func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            asked.change { $0.append(options) }
            return MemoryDemand(size: PixelSize(width: 8, height: 4), byteCount: 7)
        }

        func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            asked.change { $0.append(options) }
            return nil
        }

        func cleaned(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ByteBlock {
            if let fault { throw fault }
            return ByteBlock(copying: Array("<svg>clean</svg>".utf8))
        }
    }
#endif
