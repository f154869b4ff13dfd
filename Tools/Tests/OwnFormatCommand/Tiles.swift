import WebImage

extension ImageFormat {
    /// A custom format: `TILE`, width, height, then a colour of three bytes for each pixel.
    static let tiles = ImageFormat(rawValue: "tiles")
}

/// A decoder of tiles.
struct TilesDecoder: ImageDecoder {
    let identity = "tiles/1"
    let formats = [ImageFormat.tiles]

    func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
        bytes.withUnsafeBytes { $0.starts(with: "TILE".utf8) } ? .tiles : nil
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        guard recognize(bytes, mediaType: nil) != nil, bytes.byteCount >= 6 else {
            throw .truncated(.tiles, "the header has 6 bytes, \(bytes.byteCount) are there")
        }
        let (width, height) = bytes.withUnsafeBytes { (Int($0[4]), Int($0[5])) }
        let size = PixelSize(width: width, height: height)
        // Always before an allocation.
        try limits.check(size, format: .tiles)
        return ImageMetadata(size: size)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        let metadata = try metadata(of: bytes, limits: options.limits)
        let size = metadata.size
        guard bytes.byteCount >= 6 + size.area * 3 else {
            throw .truncated(.tiles, "\(size) pixels, \(bytes.byteCount - 6) bytes")
        }
        if Task.isCancelled { throw .cancelled }
        var bitmap = Bitmap(size: size, isOpaque: true)
        bytes.withUnsafeBytes { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let at = 6 + (y * size.width + x) * 3
                    bitmap[x, y] = SIMD4(bytes[at + 2], bytes[at + 1], bytes[at], 255)
                }
            }
        }
        return DecodeOutput(bitmap: bitmap, color: .sRGB, metadata: metadata)
    }
}

/// An encoder of tiles; transparent pixels are composed over `matte`.
struct TilesEncoder: ImageEncoder {
    let identity = "tiles/1"
    let format = ImageFormat.tiles
    let hasQuality = false

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        let size = bitmap.size
        guard size.width < 256, size.height < 256 else {
            throw .encoding(.tiles, "a side has at most 255 pixels, \(size) has more")
        }
        var canvas = Bitmap(size: size)
        let (blue, green, red) = (settings.matte.x, settings.matte.y, settings.matte.z)
        canvas.fill(PixelRect(x: 0, y: 0, size: size), with: SIMD4(blue, green, red, 255))
        canvas.composite(bitmap, atX: 0, y: 0)
        var bytes = Array("TILE".utf8) + [UInt8(size.width), UInt8(size.height)]
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = canvas[x, y]
                bytes += [pixel.z, pixel.y, pixel.x]
            }
        }
        return ByteBlock(copying: bytes)
    }
}
