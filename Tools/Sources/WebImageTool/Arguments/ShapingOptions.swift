import ArgumentParser
import WebImage

/// The options for changing a picture before it is written.
struct ShapingOptions: ParsableArguments {
    @Option(
        name: .long,
        help:
            "The box to scale to: 320x240, 320x or x240 (enlarges SVG only), or a share such as 50%.",
        transform: SizeArgument.readAny)
    var size: SizeArgument?

    @Flag(name: .long, help: "Let --size enlarge smaller pictures, too.")
    var enlarge = false

    @Option(
        name: .long, help: "How the picture meets the box: fit (default), fill or stretch.",
        completion: .list(["fit", "fill", "stretch"]), transform: FitArgument.read)
    var fit: Fit?

    @Option(
        name: .long,
        help:
            "How --size weighs pixels: lanczos (default), bicubic, bilinear, box, or nearest for pixel art.",
        completion: .list(ResampleFilter.allCases.map(\.rawValue)),
        transform: FilterArgument.read)
    var filter: ResampleFilter?

    @Option(
        name: .long,
        help:
            "A transform such as 'crop(320x240,10,10)', or several joined by '/'; may be repeated.",
        transform: TransformArgument.read)
    var transform: [[any ImageTransform]] = []

    @Option(
        name: .long, help: "The page of a document, counted from 1 (default: 1).",
        transform: { try NumberArgument.read($0, in: 1...Int.max) })
    var page: Int?

    @Flag(name: .long, help: "The first frame only, even of an animation.")
    var firstFrame = false

    @Option(
        name: .long,
        help:
            "Keep the colours of the ICC profile, or make them srgb, also where bytes would be copied (default: srgb of what is encoded).",
        completion: .list(["keep", "srgb"]), transform: ColorProfileArgument.read)
    var icc: ColorProfilePolicy?

    /// The colours that are stated; a transform states sRGB, in which it is defined, unless it
    /// moves pixels alone.
    var colorProfile: ColorProfilePolicy? {
        icc ?? (transform.joined().allSatisfy { !$0.usesColors && !$0.isIdentity } ? nil : .sRGB)
    }

    /// All transforms in order, without those that change no picture.
    var transforms: [any ImageTransform] {
        transform.flatMap(\.self).filter { ($0 as? BuiltInTransform)?.isIdentity != true }
    }

    /// The rule of `--size`; nil without one.
    var sizing: TargetSizing? {
        switch size {
        case nil: return nil
        case .box(let box):
            var rule = TargetSizing(box, fit ?? .fit)
            (rule.enlarges, rule.filter) = (enlarge, filter ?? .lanczos)
            return rule
        case .share(let share):
            var rule = TargetSizing(PixelSize(width: 0, height: 0), fit ?? .fit)
            (rule.zoomX, rule.zoomY, rule.enlarges) = (share, share, true)
            rule.filter = filter ?? .lanczos
            return rule
        }
    }

    func validate() throws {
        if enlarge, size == nil { throw ValidationError("--enlarge needs --size.") }
        if filter != nil, size == nil {
            throw ValidationError(
                "--filter needs --size; a transform has its own, as in 'resize(640x,filter:nearest)'."
            )
        }
    }

    /// `true` if the options may change the picture.
    var mayChangePicture: Bool {
        size != nil || !transforms.isEmpty || page != nil || firstFrame
    }
}
