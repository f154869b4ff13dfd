import WebImageCaching
public import WebImageCoding
public import WebImageLoading
public import WebImagePixels

// Options of the decoder.
extension OptionConfigurable {
    /// The box of a thumbnail, to which the picture is scaled while it is decoded; nil, the
    /// default, for the picture's own size.
    ///
    /// A side of 0 is free; nothing is enlarged. Part of image keys.
    public var targetSize: PixelSize? {
        get { options[ImageOptions.TargetSize.self] }
        set {
            (options[ImageOptions.TargetSize.self], options[ImageOptions.TargetSizing.self]) = (
                newValue, nil
            )
        }
    }

    /// The way the picture meets ``targetSize``; the whole picture inside the box by default.
    ///
    /// Part of image keys.
    public var targetFit: Fit {
        get { options[ImageOptions.TargetFit.self] }
        set { options[ImageOptions.TargetFit.self] = newValue }
    }

    /// The rule of the picture's size: box, crops, pixel ratio, canvas; nil for the picture's own
    /// size.
    ///
    /// One rule is in force. That of a box alone is ``targetSize`` with ``targetFit``, and these
    /// two are read here; any other one leaves them unset, and a ``targetSize`` set later takes its
    /// place. Part of image keys.
    public var targetSizing: TargetSizing? {
        get {
            options[ImageOptions.TargetSizing.self]
                ?? targetSize.map { TargetSizing($0, targetFit) }
        }
        set {
            let plain = newValue?.plain
            targetSize = plain?.box
            if newValue != nil { targetFit = plain?.fit ?? .fit }
            if plain == nil { options[ImageOptions.TargetSizing.self] = newValue }
        }
    }

    /// The most bytes that the decoded pixels may take; larger pictures are scaled down to it.
    ///
    /// Nil, the default, for no budget. Part of image keys.
    public var byteBudget: Int? {
        get { options[ImageOptions.ByteBudget.self] }
        set { options[ImageOptions.ByteBudget.self] = newValue }
    }

    /// `true` for colours as the file has them, in place of multiplied by alpha; `false` by
    /// default.
    ///
    /// For a comparison of files alone: transforms, encoders and views expect multiplied colours.
    /// Files that have multiplied ones themselves, such as some TIFF, keep these. Part of image
    /// keys.
    public var keepsStraightColors: Bool {
        get { options[ImageOptions.KeepsStraightColors.self] }
        set { options[ImageOptions.KeepsStraightColors.self] = newValue }
    }

    /// `true` to decode the first frame only, even of an animation; `false` by default.
    ///
    /// Part of image keys.
    public var firstFrameOnly: Bool {
        get { options[ImageOptions.FirstFrameOnly.self] }
        set { options[ImageOptions.FirstFrameOnly.self] = newValue }
    }

    /// The page of a document, counted from 0; formats without pages ignore it.
    ///
    /// Part of image keys.
    public var page: Int {
        get { options[ImageOptions.Page.self] }
        set { options[ImageOptions.Page.self] = newValue }
    }

    /// The colours of the picture: sRGB, the default, or those of the ICC profile in the file.
    ///
    /// Keep them to write a file with the same profile. Views, placeholders, and colours of
    /// transforms take all pixels for sRGB. Part of image keys.
    public var colorProfile: ColorProfilePolicy {
        get { options[ImageOptions.ColorProfile.self] }
        set { options[ImageOptions.ColorProfile.self] = newValue }
    }

    /// The depth of the picture's samples: 8 bits, the default, as the file has them, or with light
    /// above white.
    ///
    /// Ask for the file's to write a file of more than 8 bits, and for `hdr` to write or show HDR.
    /// Transforms, encoders, converters and stores say which formats of samples they take, and get
    /// 8 bits else. Part of image keys.
    public var pixelDepth: PixelDepth {
        get { options[ImageOptions.Depth.self] }
        set { options[ImageOptions.Depth.self] = newValue }
    }

    /// The light that the display shows, as a multiple of white, to which gain maps are applied by
    /// ISO 21496-1; nil, the default, for all light of the map.
    ///
    /// It has an effect on pictures with a gain map whose ``pixelDepth`` is `hdr`. Part of image
    /// keys.
    public var headroom: Double? {
        get { options[ImageOptions.Headroom.self] }
        set { options[ImageOptions.Headroom.self] = newValue }
    }

    /// `true` to decode the gain map beside the picture, so that ``ImagePipeline`` encodes both;
    /// `false` by default.
    ///
    /// ``ImageResponse/image`` has it as `gainMap`. A file that is asked for keeps it in any case
    /// where it can, unless its settings drop it. Part of image keys.
    public var keepsGainMap: Bool {
        get { options[ImageOptions.KeepsGainMap.self] }
        set { options[ImageOptions.KeepsGainMap.self] = newValue }
    }

    /// `true`, the default, to show a JPEG, PNG or GIF whose last rows are missing, a JPEG with
    /// damaged codes and the whole frames of an animation that is cut off.
    ///
    /// Its metadata says `isTruncated`. A transfer that breaks off fails in any case. Part of
    /// image keys.
    public var allowsTruncatedData: Bool {
        get { options[ImageOptions.AllowsTruncatedData.self] }
        set { options[ImageOptions.AllowsTruncatedData.self] = newValue }
    }
}

extension ColorProfilePolicy: Spellable {}
extension PixelDepth: Spellable {}

extension DecodeOptions {
    /// The value of an option of the request, for a decoder of one's own that reads it.
    ///
    /// An option of effect `delivery` always has its default value: no key tells pictures apart by
    /// it.
    public subscript<O: ImageOption>(_: O.Type) -> O.Value {
        get { O.effect == .delivery ? O.defaultValue : request[O.self] }
        set { request[O.self] = newValue }
    }

    /// The options of the request.
    var request: ImageOptions {
        get { (values?.base as? RequestValues)?.options ?? ImageOptions() }
        set { values = DecodeValues(RequestValues(options: newValue)) }
    }
}

/// The options of a request, equal if those in keys are.
private struct RequestValues: Hashable, Sendable {
    let options: ImageOptions

    static func == (one: Self, other: Self) -> Bool { one.text.hasBytes(of: other.text) }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

    private var text: String {
        let (bytes, pixels) = options.spellings
        return "\(bytes.utf8.count):\(bytes)\(pixels)"
    }
}

// Their keys.
extension ImageOptions {
    package enum TargetSize: ImageOption {
        package static let name = "targetsize"
        package static let defaultValue: PixelSize? = nil
        package static let effect = OptionEffect.pixels
    }

    package enum TargetFit: ImageOption {
        package static let name = "fit"
        package static let defaultValue = Fit.fit
        package static let effect = OptionEffect.pixels
    }

    package enum TargetSizing: ImageOption {
        package static let name = "targetsizing"
        package static let defaultValue: WebImageCoding.TargetSizing? = nil
        package static let effect = OptionEffect.pixels
    }

    package enum ByteBudget: ImageOption {
        package static let name = "bytebudget"
        package static let defaultValue: Int? = nil
        package static let effect = OptionEffect.pixels
    }

    package enum KeepsStraightColors: ImageOption {
        package static let name = "straight"
        package static let defaultValue = false
        package static let effect = OptionEffect.pixels
    }

    package enum FirstFrameOnly: ImageOption {
        package static let name = "firstframe"
        package static let defaultValue = false
        package static let effect = OptionEffect.pixels
    }

    package enum Page: ImageOption {
        package static let name = "page"
        package static let defaultValue = 0
        package static let effect = OptionEffect.pixels
    }

    package enum ColorProfile: ImageOption {
        package static let name = "icc"
        package static let defaultValue = ColorProfilePolicy.sRGB
        package static let effect = OptionEffect.pixels
    }

    package enum Depth: ImageOption {
        package static let name = "depth"
        package static let defaultValue = PixelDepth.eight
        package static let effect = OptionEffect.pixels
    }

    package enum Headroom: ImageOption {
        package static let name = "headroom"
        package static let defaultValue: Double? = nil
        package static let effect = OptionEffect.pixels
    }

    package enum KeepsGainMap: ImageOption {
        package static let name = "gainmap"
        package static let defaultValue = false
        package static let effect = OptionEffect.pixels
    }

    package enum AllowsTruncatedData: ImageOption {
        package static let name = "truncated"
        package static let defaultValue = true
        package static let effect = OptionEffect.pixels
    }

    /// `true` for the markup of a transform, see `DecodeOptions.isOwnMarkup`.
    package enum OwnMarkup: ImageOption {
        package static let name = "ownmarkup"
        package static let defaultValue = false
        package static let effect = OptionEffect.pixels
    }
}
