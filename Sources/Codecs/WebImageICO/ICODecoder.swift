public import WebImageCoding
public import WebImagePixels

/// Decodes the best picture of an icon or cursor for the wanted size, by default the largest.
///
/// The picture is a bitmap with a mask of one bit, or a PNG, which needs another decoder.
public struct ICODecoder: ImageDecoder, LibraryLoading {
    private let png: (any ImageDecoder)?

    /// Creates a decoder.
    ///
    /// - Parameter png: The decoder of PNG entries; nil makes them unsupported.
    public init(png: (any ImageDecoder)?) {
        self.png = png
    }

    /// The name and version, with those of the decoder of PNG entries.
    public var identity: String { png.map { "ico-1(\($0.identity))" } ?? "ico-1" }
    /// Icons and cursors.
    public var formats: [ImageFormat] { [.ico] }

    package func loadLibraries() { (png as? any LibraryLoading)?.loadLibraries() }

    /// Reads the size of the largest picture.
    public func metadata(
        of bytes: RawSpan, limits: DecodeLimits
    ) throws(CodecError) -> ImageMetadata {
        let entry = try ICODirectory(bytes).best()
        try limits.check(entry.size, format: .ico)
        return ImageMetadata(size: entry.size, hasAlpha: true)
    }

    /// Returns the colours of the largest picture.
    public func color(of bytes: RawSpan) -> ColorDescription {
        guard let entry = try? ICODirectory(bytes).best() else { return .sRGB }
        guard entry.isPNG else {
            return (try? ICOBitmap(bytes, at: entry.offset))?.color(bytes) ?? .sRGB
        }
        return png?.color(of: bytes.extracting(entry.offset..<bytes.byteCount)) ?? .sRGB
    }

    /// Decodes the picture that best matches the wanted size.
    public func decode(
        _ bytes: RawSpan, options: DecodeOptions
    ) throws(CodecError) -> DecodeOutput {
        let directory = try ICODirectory(bytes)
        let entry = directory.best { options.downsampling.scaledSize(of: $0) }
        try options.limits.check(entry.size, format: .ico)
        let metadata = ImageMetadata(size: directory.best().size, hasAlpha: true)
        guard entry.isPNG else {
            let picture = try ICOBitmap(bytes, at: entry.offset)
            var bitmap = try picture.decode(bytes)
            let color = picture.color(bytes)
            bitmap.colorSpace = color.colorSpace
            return DecodeOutput(bitmap: bitmap, color: color, metadata: metadata)
        }
        guard let png else {
            throw .unsupported(.ico, "an entry is PNG, and no PNG codec is installed")
        }
        var options = options
        // A rule speaks about the largest picture, not about this one.
        if options.downsampling.rule != nil { options.downsampling = Downsampling() }
        var output = try png.decode(
            bytes.extracting(entry.offset..<bytes.byteCount), options: options)
        output.metadata = metadata
        return output
    }
}
