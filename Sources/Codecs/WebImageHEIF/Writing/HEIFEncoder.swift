#if HEIF
    import CHEIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// An encoder of still HEIC, based on libheif (loaded on first use) and its x265 plug-in.
    ///
    /// Lossy or lossless, with a thumbnail if the settings ask for one. Deep bitmaps are stored
    /// with 10 bits, however many more they have: readers show no others everywhere. PQ and HLG are
    /// stated by code points, with the light of the picture. Cancellation is checked before each
    /// call that encodes.
    public struct HEIFEncoder: ImageEncoder {
        /// Creates an encoder without loading the library.
        public init() {}

        /// 32: planes of the source and the result, and the encoder's state of each block.
        public var workingBytesPerPixel: Int { 32 }

        /// The name of the library and the version of its headers.
        public var identity: String { "libheif \(LIBHEIF_VERSION)" }

        /// The format: HEIC.
        public var format: ImageFormat { .heic }

        /// 8 bits, and 16, which are stored as 10.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

        /// Returns `true` for profiles of colours.
        public func canEmbed(profile: [UInt8]) -> Bool { !ICCProfile.isGray(profile) }

        /// Returns `true` for PQ and HLG with the primaries of BT.709, P3 or BT.2020.
        public func canState(_ codePoints: ColorCodePoints) -> Bool { codePoints.isLight }

        /// Encodes a still image; light above white is mapped to the range of sRGB.
        ///
        /// - Throws: `CodecError.encoding` if the library fails, or has no encoder of these bits,
        ///   `CodecError.missingLibrary` if it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            if Task.isCancelled { throw .cancelled }
            if bitmap.sampleFormat == .rgbaHalf {
                var settings = settings
                (settings.codePoints, settings.embedded.profile) = (nil, nil)
                let deep = try bitmap.replaced(by: bitmap.size) { $0.converted(to: .rgba16) }
                return try encode(deep, settings: settings)
            }
            let writer = try HEIFWriter(settings)
            try writer.add(bitmap, hasAlpha: bitmap.hasTransparency)
            return try writer.finish()
        }
    }
#endif
