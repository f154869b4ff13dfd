import WebImageCaching
public import WebImageCoding
public import WebImagePixels

/// An encoder of final images for the disk cache; pictures of samples that it does not take are not
/// stored.
///
/// ```swift
/// struct SmallWebP: ImageSerializer {
///     var identity: String { "smallwebp" }
///     func serialize(
///         _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
///     ) throws(CodecError) -> EncodedImage? {
///         let settings = EncodeSettings(quality: 60)
///         return EncodedImage(try codecs.encoder(for: .webp).encode(image.poster, settings: settings))
///     }
/// }
/// pipeline.serializer = SmallWebP()
/// ```
public protocol ImageSerializer: BitmapConsumer, Sendable {
    /// Its name in keys: a serializer that may write other bytes has another identity.
    var identity: String { get }
    /// Returns the bytes of `image`, which was made of `original`; `nil` to store none.
    ///
    /// Runs on the decode executor. The codecs are the pipeline's, the request's own decoder first.
    ///
    /// - Throws: `CodecError`, which observers receive; nothing is stored then.
    func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage?
}

/// A serializer that encodes the final image in one format, or in the one that suits it.
///
/// An animation stays one: its format is one whose encoder makes animations. A picture of more than
/// 8 bits whose format does not hold them becomes TIFF or JPEG XL, an animation APNG; without their
/// encoders it is not stored.
public struct EncodingSerializer: ImageSerializer {
    private let format: ImageFormat?
    private let settings: EncodeSettings

    /// Creates a serializer to a format.
    ///
    /// - Parameters:
    ///   - format: `nil` for the original's format; if that cannot be encoded, JPEG for opaque
    ///     pictures and PNG for the rest.
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

    /// All of them.
    public var sampleFormats: Set<SampleFormat> { .all }

    /// Encodes the image.
    ///
    /// - Throws: `CodecError` if no encoder is installed for an image of its kind, or one refuses.
    public func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        let wanted = try codecs.format(for: image, wanted: format ?? original.format)
        guard let format = codecs.deepFormat(for: image, wanted: wanted) else { return nil }
        let encoder = try PictureEncoder(codecs, format: format)
        return EncodedImage(
            try encoder.run(image, of: original, settings).bytes, mediaType: format.mediaType)
    }
}

extension CodecList {
    /// Returns the wanted format if its encoder takes an image of this kind, else one that suits
    /// it.
    func format(
        for image: DecodedImage, wanted: ImageFormat?
    ) throws(CodecError) -> ImageFormat {
        let isAnimation = (image.frames?.count ?? 1) > 1
        let candidates = [wanted].compactMap(\.self) + Self.fallbacks(for: image, isAnimation)
        let found = candidates.first { format in
            isAnimation
                ? animatedEncoder(for: format) != nil
                : encoders.contains { $0.format == format }
        }
        guard let found else {
            let kind = isAnimation ? "animations" : "pictures"
            throw .encoding(candidates[0], "no encoder of \(kind) is installed")
        }
        return found
    }

    /// Returns the wanted format, or a lossless one of the same kind if it does not hold the bits
    /// of an image; nil without an encoder of one.
    fileprivate func deepFormat(
        for image: DecodedImage, wanted: ImageFormat
    ) -> ImageFormat? {
        let samples = image.poster.sampleFormat
        guard samples != .bgra8 else { return wanted }
        guard (image.frames?.count ?? 1) == 1 else {
            return [wanted, .apng].first { format in
                animatedEncoder(for: format)?.frameSampleFormats.contains(samples) == true
            }
        }
        return [wanted, .tiff, .jxl].first { format in
            encoders.contains { $0.format == format && $0.takes(samples) }
        }
    }

    /// Returns the formats for an image whose original's format cannot be encoded; never empty.
    private static func fallbacks(for image: DecodedImage, _ isAnimation: Bool) -> [ImageFormat] {
        if isAnimation { return [.webp, .apng, .gif] }
        return image.poster.isOpaque ? [.jpeg, .png, .webp, .bmp] : [.png, .webp, .bmp]
    }
}

extension EncodeSettings {
    /// Raised whenever an encoder, the limit of bytes or kept metadata give other files for equal
    /// settings.
    private static let filesVersion = 3

    /// Every setting, so that serializers with different settings never share an entry.
    var spelled: String {
        let size = maxSize.map { "\($0.width)x\($0.height)" } ?? ""
        let density = embedded.density.map { "\($0.x)x\($0.y)" } ?? ""
        var parts: [any CustomStringConvertible] = [
            "v\(Self.filesVersion)", quality, isLossless, isProgressive, effort ?? 0,
            chroma.spelled, matte.x, matte.y, matte.z, thumbnailSide, size, maxByteCount ?? 0,
            metadata == .keep, density, embedded.exif.map { SHA256.hexDigest(of: $0) } ?? "",
        ]
        // Settings that came later are spelled if they are set, so that older keys stay.
        if metadata == .dropLocation { parts.append("nolocation") }
        if metadata == .copyright { parts.append("copyright") }
        if gainMap == .drop { parts.append("nogainmap") }
        if let lightCurve { parts.append("curve-\(lightCurve.rawValue)") }
        if depth != .keep { parts.append("depth-\(depth.rawValue)") }
        if fitsBytesByQualityOnly { parts.append("bestbytes") }
        if let maxColorCount { parts.append("colors\(maxColorCount)") }
        if let xmp = embedded.xmp { parts.append("xmp" + SHA256.hexDigest(of: xmp)) }
        if let iptc = embedded.iptc { parts.append("iptc" + SHA256.hexDigest(of: iptc)) }
        if let profile = embedded.profile { parts.append("icc" + SHA256.hexDigest(of: profile)) }
        if animation != AnimationTiming() { parts.append("\(animation)") }
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
