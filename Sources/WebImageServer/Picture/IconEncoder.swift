#if Server
    import WebImage

    /// An encoder of icons with one picture, which is a PNG file.
    struct IconEncoder: ImageEncoder {
        let png: any ImageEncoder

        var identity: String { "icon(\(png.identity))" }
        var format: ImageFormat { .ico }
        var hasQuality: Bool { false }
        var workingBytesPerPixel: Int { png.workingBytesPerPixel }

        /// The bytes before the picture: a header, and an entry of the directory.
        private static let headByteCount = 22

        func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
            let side = max(bitmap.size.width, bitmap.size.height)
            guard side <= 256 else {
                throw .unsupported(.ico, "a side of \(side) pixels, at most 256")
            }
            let file = try png.encode(bitmap, settings: settings)
            // A side of 256 is written as 0.
            let sides = [bitmap.size.width, bitmap.size.height].map {
                UInt8(truncatingIfNeeded: $0)
            }
            let head =
                [0, 0, 1, 0, 1, 0] + sides + [0, 0, 1, 0, 32, 0] + Self.bytes(file.count)
                + Self.bytes(Self.headByteCount)
            return .joining([ByteBlock(copying: head), file])
        }

        /// Returns the four bytes of a number, the lowest first.
        private static func bytes(_ number: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }
#endif
