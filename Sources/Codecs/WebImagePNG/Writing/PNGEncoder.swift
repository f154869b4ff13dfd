#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// A PNG encoder based on libpng, with the 8 or 16 bits a sample of the bitmap, in the smallest
    /// colour type that fits.
    ///
    /// An image of up to 256 colours gets a palette if that makes the file smaller, one of more if
    /// the settings limit the colours. Colours in PQ and HLG are RGB, stated by `cICP`. Quality has
    /// no effect; effort is the level of libdeflate, or of zlib for images of more than 16 MB and
    /// where libdeflate is missing. Such images of 16 bits are compressed by ISA-L, if it is
    /// installed, up to an effort of 6. Cancellation is checked between batches of 64 rows.
    public struct PNGEncoder: ImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { "png/libpng-\(String(cString: cpng_version()))/3" }

        /// The format: PNG.
        public var format: ImageFormat { .png }

        /// Bitmaps of 8 and of 16 bits.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

        /// Returns `true` for profiles of colours and of greys that libpng takes when it reads one.
        ///
        /// The illuminant is D50, tags are inside and aligned, and rendering intent and length are
        /// valid. Since 1.6.47 libpng writes others, too. It is not asked, since it would read
        /// bytes of strangers in the program.
        public func canEmbed(profile: [UInt8]) -> Bool {
            guard let checked = ICCProfile(ByteBlock(copying: profile)), checked.hasIntent else {
                return false
            }
            let sound = checked.bytes
            let illuminant: [UInt8] = [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
            return sound.count == profile.count && sound[68..<80].elementsEqual(illuminant)
                && (sound[8] < 4 || sound.count % 4 == 0) && Self.hasAlignedTags(sound)
        }

        /// Returns `true` if the tags of a sound profile begin at multiples of four.
        private static func hasAlignedTags(_ profile: [UInt8]) -> Bool {
            let count = profile[128..<132].reduce(0) { $0 << 8 | Int($1) }
            return (0..<count).allSatisfy { profile[132 + $0 * 12 + 7] % 4 == 0 }
        }

        /// `true`: such samples are stored straight.
        public var keepsTranslucency: Bool { true }

        /// Returns `true` for PQ and HLG with the primaries of BT.709, P3 and BT.2020.
        public func canState(_ codePoints: ColorCodePoints) -> Bool { codePoints.isLight }

        /// `false`: the pixels are the image's, or have fewer colours.
        public var hasQuality: Bool { false }

        /// Encodes an image with its transparency; interlaced if the settings say progressive.
        ///
        /// Light becomes sRGB of 16 bits.
        ///
        /// - Throws: `CodecError.encoding` if libpng fails or memory is short,
        ///   `CodecError.cancelled` if the task is cancelled.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            if bitmap.sampleFormat == .rgbaHalf {
                var settings = settings
                (settings.codePoints, settings.embedded.profile) = (nil, nil)
                var deep = try bitmap.reservedConversion(to: .rgba16)
                deep.significantBits = deep.sampleFormat.mostBits
                return try encode(deep, settings: settings)
            }
            let isStated = settings.codePoints(of: bitmap) != nil
            let layout = CPNGLayout(
                bitmap.fewestChannels(needsColor: isStated || settings.embedded.needsColor))
            guard settings.storedFormat(of: bitmap) == .bgra8 else {
                return try Self.encode(bitmap, as: layout, settings: settings)
            }
            // The colours of a palette are RGB.
            let hasPalette = settings.embedded.profile == nil || settings.embedded.needsColor
            let palette = hasPalette ? PNGPalette(of: bitmap) : nil
            if hasPalette, let most = settings.maxColorCount,
                palette.map({ $0.count > most }) ?? true,
                let reduced = try bitmap.reduced(toColors: most),
                let palette = PNGPalette(of: reduced)
            {
                return try Self.encode(reduced, as: .palette, palette: palette, settings: settings)
            }
            let bits = layout.pixelFormat.bytesPerPixel * 8
            let plain = try Self.encode(bitmap, as: layout, settings: settings)
            guard let palette, palette.bitsPerPixel < bits else { return plain }
            let indexed = try Self.encode(
                bitmap, as: .palette, palette: palette, settings: settings)
            return indexed.count < plain.count ? indexed : plain
        }

        /// Encodes an image in a given layout.
        ///
        /// - Precondition: The layout can represent all pixels.
        static func encode(
            _ bitmap: Bitmap, as layout: CPNGLayout, palette: PNGPalette? = nil,
            settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let writer = try PNGWriter()
            let isDeep = settings.storedFormat(of: bitmap) != .bgra8
            let passes = try writer.start(bitmap, layout, palette, settings)
            let (size, format) = (bitmap.size, layout.pixelFormat)
            let stride = size.width * format.bytesPerPixel * (isDeep ? 2 : 1)
            let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * batch)
            defer { scratch.deallocate() }
            for _ in 0..<passes {
                for first in Swift.stride(from: 0, to: size.height, by: batch) {
                    guard !Task.isCancelled else { throw .cancelled }
                    let rows = first..<min(first + batch, size.height)
                    if let palette {
                        palette.write(rows, of: bitmap, into: scratch)
                    } else if isDeep {
                        // Safe because allocated memory is aligned for samples of two bytes.
                        UnsafeMutableRawPointer(scratch).withMemoryRebound(
                            to: UInt16.self, capacity: stride / 2 * rows.count
                        ) { bitmap.writeDeepRows(rows, into: $0, as: format) }
                    } else {
                        bitmap.writeRows(rows, into: scratch, stride: stride, as: format)
                    }
                    try writer.write(scratch, stride: stride, count: rows.count)
                }
            }
            return try writer.finish().addingPNG(xmp: settings.embedded.xmp)
        }

        private static let batch = 64
    }
#endif
