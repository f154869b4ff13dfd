#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes JPEG with libjpeg-turbo; baseline, or progressive when the settings say so.
    ///
    /// * Quality is that of the Independent JPEG Group: their tables as they are at 50, halved at 75,
    ///   all ones at 100.
    /// * Colour is stored at half resolution below quality 90 and at full from there on, unless the
    ///   settings choose; a picture without colour is stored as brightness alone.
    /// * From effort 5 on, and without one, Huffman tables are made for the picture: measured on
    ///   photographs, 3 to 5 % fewer bytes at quality 50 and 80, 18 % at 90, over 20 % where much is
    ///   smooth, for 2 to 3 times the time (8 ns a pixel) and the memory of all coefficients.
    ///   Progressive files always have tables of their own.
    /// * Pixels are sRGB, which is what a file without a profile means, so no profile is written.
    /// * The EXIF block and the density of the settings are kept; a block of more than 64 kB does not
    ///   fit and is left out, and its old thumbnail always is. With a thumbnail wished, one is made.
    ///
    /// Cancellation is honoured between batches of 64 rows.
    public struct JPEGEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/2" }

        /// JPEG.
        public var format: ImageFormat { .jpeg }

        /// Encodes a picture as it looks on the matte.
        ///
        /// - Throws: `CodecError.encoding` for a side beyond 65,500 pixels, four inks or without
        ///   memory, `CodecError.cancelled` when the task was.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            guard bitmap.colorSpace != .cmyk else {
                throw .encoding(.jpeg, "four inks are not written")
            }
            let writer = try JPEGWriter()
            try writer.start(CJPEGPicture(bitmap, settings))
            let thumbnail = try JPEGThumbnail(of: bitmap, settings)
            if let exif = ExifBlock(settings.embedded.exif).bytes(with: thumbnail) {
                try writer.write(exif: exif)
            }
            try writer.write(bitmap, matte: settings.matte)
            return try writer.finish()
        }
    }

    extension CJPEGPicture {
        /// What the settings mean for a picture.
        init(_ bitmap: Bitmap, _ settings: EncodeSettings) {
            let density = settings.embedded.density
            let chroma = settings.chroma.factors(quality: settings.quality)
            self.init(
                width: UInt32(clamping: bitmap.size.width),
                height: UInt32(clamping: bitmap.size.height), quality: Int32(settings.quality),
                chroma_x: chroma.x, chroma_y: chroma.y,
                is_grey: bitmap.isGrey(on: settings.matte),
                is_progressive: settings.isProgressive, optimizes: (settings.effort ?? 5) >= 5,
                is_arithmetic: false, restart_rows: 0, has_jfif: true,
                density_x: Self.dots(density?.x), density_y: Self.dots(density?.y))
        }

        /// A density as JFIF holds it; 0 for one that it cannot hold.
        private static func dots(_ density: Double?) -> UInt16 {
            guard let density, density.isFinite else { return 0 }
            return UInt16(max(0, min(density.rounded(), 65_535)))
        }
    }

    extension ChromaSubsampling {
        fileprivate func factors(quality: Int) -> (x: Int32, y: Int32) {
            switch self {
            case .automatic: quality < 90 ? (2, 2) : (1, 1)
            case .none: (1, 1)
            case .horizontal: (2, 1)
            case .both: (2, 2)
            }
        }
    }

    extension Bitmap {
        /// Whether no pixel has colour as it looks on the matte; looks no further than to the first.
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
