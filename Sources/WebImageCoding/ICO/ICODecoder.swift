public import WebImagePixels

/// Decodes the picture of an icon or cursor that suits the wanted size, the largest by default.
///
/// The picture is a bitmap with a mask of one bit, or a whole PNG, for which another decoder asks.
public struct ICODecoder: ImageDecoder {
    private let png: (any ImageDecoder)?

    /// A decoder that hands PNG entries to `png`; without one they are not supported.
    public init(png: (any ImageDecoder)?) {
        self.png = png
    }

    /// Name and version, with those of the decoder of PNG entries.
    public var identity: String { png.map { "ico-1(\($0.identity))" } ?? "ico-1" }
    /// Icons and cursors.
    public var formats: [ImageFormat] { [.ico] }

    /// The size of the largest picture.
    public func metadata(
        of bytes: RawSpan, limits: DecodeLimits
    ) throws(CodecError) -> ImageMetadata {
        let entry = try ICODirectory(bytes).best()
        try limits.check(entry.size, format: .ico)
        return ImageMetadata(size: entry.size, hasAlpha: true)
    }

    /// Decodes the picture that suits the wanted size best.
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
            let profile = picture.profile(bytes)
            if profile != nil { bitmap.colorSpace = .embedded }
            return DecodeOutput(bitmap: bitmap, profile: profile, metadata: metadata)
        }
        guard let png else {
            throw .unsupported(.ico, "an entry is PNG, and no codec for that is installed")
        }
        var output = try png.decode(
            bytes.extracting(entry.offset..<bytes.byteCount), options: options)
        output.metadata = metadata
        return output
    }
}
