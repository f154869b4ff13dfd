#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// A JPEG encoder based on libjpeg-turbo: baseline, or progressive if the settings ask for it.
    ///
    /// - Quality follows the Independent JPEG Group: its tables are unchanged at 50, halved at 75,
    ///   and all ones at 100.
    /// - Colour is stored at half resolution below quality 90 and at full resolution from there,
    ///   unless the settings choose. An image without colour is stored as luminance alone.
    /// - From effort 5, which is the default, Huffman tables are optimized for the image. On
    ///   photographs this saves 3 to 5 % of the bytes at quality 50 and 80, 18 % at 90, and over 20
    ///   % of smooth images. It costs 2 to 3 times the time (8 ns a pixel) and the memory of all
    ///   coefficients. Progressive files always have optimized tables.
    /// - Pixels are sRGB, the default of a file without a profile, unless the settings have a
    ///   profile.
    /// - The EXIF block and the density of the settings are written. An EXIF block above 64 kB is
    ///   omitted; its old thumbnail is always replaced or removed.
    ///
    /// Cancellation is checked between batches of 64 rows.
    public struct JPEGEncoder: ImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/2" }

        /// The format: JPEG.
        public var format: ImageFormat { .jpeg }

        /// Returns `true` for profiles of colours and of greys, up to 255 segments of 64 kB.
        public func canEmbed(profile: [UInt8]) -> Bool { profile.count <= JPEGMetadata.maxProfile }

        /// Encodes an image composited on the matte.
        ///
        /// - Throws: `CodecError.encoding` for a side above 65,500 pixels, for CMYK or if memory is
        ///   short; `CodecError.cancelled` if the task is cancelled.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            guard bitmap.colorSpace != .cmyk else {
                throw .encoding(.jpeg, "CMYK pixels cannot be written")
            }
            let bitmap = bitmap.inEightBits
            let writer = try JPEGWriter()
            try writer.start(CJPEGPicture(bitmap, settings))
            let thumbnail = try JPEGThumbnail(of: bitmap, settings)
            if let exif = ExifBlock(settings.embedded.exif).bytes(with: thumbnail) {
                try writer.write(exif: exif)
            }
            try writer.write(bitmap, matte: settings.matte)
            return try writer.finish().addingJPEG(settings.embedded)
        }
    }

    extension CJPEGPicture {
        /// Creates the parameters for a bitmap from the settings.
        init(_ bitmap: Bitmap, _ settings: EncodeSettings) {
            let density = settings.embedded.density
            let chroma = settings.chroma.factors(quality: settings.quality)
            self.init(
                width: UInt32(clamping: bitmap.size.width),
                height: UInt32(clamping: bitmap.size.height), quality: Int32(settings.quality),
                chroma_x: chroma.x, chroma_y: chroma.y,
                is_grey: !settings.embedded.needsColor && bitmap.isGrey(on: settings.matte),
                is_progressive: settings.isProgressive, optimizes: (settings.effort ?? 5) >= 5,
                is_arithmetic: false, restart_rows: 0, has_jfif: true,
                density_x: Self.dots(density?.x), density_y: Self.dots(density?.y))
        }

        /// Returns a density as JFIF stores it; 0 if JFIF cannot represent it.
        private static func dots(_ density: Double?) -> UInt16 {
            guard let density, density.isFinite else { return 0 }
            return UInt16(max(0, min(density.rounded(), 65_535)))
        }
    }

    extension Bitmap {
        /// Returns `true` if no pixel has colour on the matte; stops at the first that has.
        fileprivate func isGrey(on matte: SIMD3<UInt8>) -> Bool {
            guard isOpaque || (matte[0] == matte[1] && matte[1] == matte[2]) else { return false }
            let stride = bytesPerRow
            return withUnsafeRows { rows in
                for y in 0..<size.height {
                    let row = rows + y * stride
                    for x in Swift.stride(from: 0, to: size.width * 4, by: 4)
                    where row[x] != row[x + 1] || row[x] != row[x + 2] {
                        return false
                    }
                }
                return true
            }
        }
    }
#endif
