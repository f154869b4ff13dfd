import WebImageCaching
public import WebImageCoding
public import WebImagePixels

/// Encodes the final image: in one format, or in the one that suits it.
///
/// An animation stays one: it goes into a format whose encoder makes animations.
public struct EncodingSerializer: ImageSerializer {
    /// The format; nil for the original's where it can be encoded.
    public var format: ImageFormat?
    /// How it is encoded.
    public var settings: EncodeSettings

    /// A serializer to a format.
    ///
    /// - Parameters:
    ///   - format: Nil for the original's format; where that can't be encoded, JPEG for what is
    ///     opaque and PNG for the rest.
    ///   - settings: Quality 90 unless given.
    public init(
        as format: ImageFormat? = nil, settings: EncodeSettings = EncodeSettings(quality: 90)
    ) {
        self.format = format
        self.settings = settings
    }

    /// The format and all settings.
    public var identity: String {
        "encoding(\(format?.rawValue ?? "automatic"),\(settings.spelled))"
    }

    /// The encoded image.
    ///
    /// - Throws: `CodecError` when no encoder is installed for an image of its kind, or one refuses.
    public func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        let wanted = format ?? original.format
        let format = try chosen(for: image, wanted: wanted, codecs)
        let stage = try EncodeStage(codecs, format: format)
        return EncodedImage(try stage.run(image, settings), mediaType: format.mediaType)
    }

    private func chosen(
        for image: DecodedImage, wanted: ImageFormat?, _ codecs: CodecList
    ) throws(CodecError) -> ImageFormat {
        let isAnimation = (image.frames?.count ?? 1) > 1
        let candidates = [wanted].compactMap(\.self) + Self.fallbacks(for: image, isAnimation)
        let found = candidates.first { format in
            isAnimation
                ? codecs.animatedEncoder(for: format) != nil
                : codecs.encoders.contains { $0.format == format }
        }
        guard let found else {
            let kind = isAnimation ? "animations" : "pictures"
            throw .encoding(candidates[0], "no encoder of \(kind) is installed")
        }
        return found
    }

    /// What can hold the image whatever the original was; never empty.
    private static func fallbacks(for image: DecodedImage, _ isAnimation: Bool) -> [ImageFormat] {
        if isAnimation { return [.webp, .apng, .gif] }
        return image.poster.isOpaque ? [.jpeg, .png, .webp, .bmp] : [.png, .webp, .bmp]
    }
}

extension EncodeSettings {
    /// Every setting, so that two serializers with different ones never share an entry.
    fileprivate var spelled: String {
        let size = maxSize.map { "\($0.width)x\($0.height)" } ?? ""
        let density = embedded.density.map { "\($0.x)x\($0.y)" } ?? ""
        let exif = embedded.exif.map { SHA256.hexDigest(of: $0) } ?? ""
        let parts: [any CustomStringConvertible] = [
            quality, isLossless, isProgressive, effort ?? 0, chroma.spelled, matte.x, matte.y,
            matte.z, thumbnailSide, size, maxByteCount ?? 0, keepsMetadata, density, exif,
        ]
        return parts.map(\.description).joined(separator: ",")
    }
}

extension ChromaSubsampling {
    fileprivate var spelled: String {
        switch self {
        case .automatic: "automatic"
        case .none: "none"
        case .horizontal: "horizontal"
        case .both: "both"
        }
    }
}
