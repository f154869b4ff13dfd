public import WebImageCoding
public import WebImagePixels

/// Decodes Windows and OS/2 bitmaps: 1 to 32 bits a pixel, palettes, masks, runs of 4 and 8 bits.
///
/// Like browsers, the fourth byte of 32-bit pixels is alpha only if the header has a mask for it;
/// without compression also only if one pixel has some. Pixels that runs skip are transparent. The
/// result always has the file's own size.
public struct BMPDecoder: ImageDecoder {
    /// Creates a decoder.
    public init() {}

    /// The name and version, part of keys.
    public var identity: String { "bmp-2" }
    /// BMP only.
    public var formats: [ImageFormat] { [.bmp] }

    /// Reads the header.
    public func metadata(
        of bytes: RawSpan, limits: DecodeLimits
    ) throws(CodecError) -> ImageMetadata {
        let header = try BMPHeader(file: bytes)
        try limits.check(header.size, format: .bmp)
        return ImageMetadata(size: header.size, hasAlpha: header.hasAlpha)
    }

    /// Returns the colours that a version 5 header states.
    public func color(of bytes: RawSpan) -> ColorDescription {
        (try? BMPHeader(file: bytes))?.color(bytes) ?? .sRGB
    }

    /// Returns the memory of the bitmap; of two if its alpha may turn out to be none.
    public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        guard let header = try? BMPHeader(file: bytes),
            (try? options.limits.check(header.size, format: .bmp)) != nil
        else { return nil }
        let bitmapCount = header.doubtsAlpha && header.hasAlpha ? 2 : 1
        return MemoryDemand(
            size: header.size, byteCount: bitmapCount * Bitmap.byteCount(of: header.size))
    }

    /// Decodes the picture; the profile of a version 5 header is returned, not applied.
    public func decode(
        _ bytes: RawSpan, options: DecodeOptions
    ) throws(CodecError) -> DecodeOutput {
        let header = try BMPHeader(file: bytes)
        try options.limits.check(header.size, format: .bmp)
        var bitmap = try BMPPixels(header, format: .bmp).decode(bytes)
        if header.doubtsAlpha, header.hasAlpha, bitmap.isClear {
            bitmap = try BMPPixels(header.opaque, format: .bmp).decode(bytes)
        }
        let color = header.color(bytes)
        bitmap.colorSpace = color.colorSpace
        return DecodeOutput(
            bitmap: bitmap, color: color,
            metadata: ImageMetadata(size: header.size, hasAlpha: header.hasAlpha))
    }
}

extension Bitmap {
    /// `true` if all pixels are transparent.
    fileprivate var isClear: Bool {
        // Safe because rows of a bitmap have four bytes for each pixel of its width.
        unsafe withUnsafeRows { rows in
            (0..<size.height).allSatisfy { y in
                (0..<size.width).allSatisfy { x in unsafe rows[y * bytesPerRow + x * 4 + 3] == 0 }
            }
        }
    }
}

extension BMPHeader {
    /// The colours of the embedded profile; sRGB without one.
    package func color(_ bytes: RawSpan) -> ColorDescription {
        ColorDescription(profile: profile.map { ByteBlock(copying: bytes.extracting($0)) })
    }
}
