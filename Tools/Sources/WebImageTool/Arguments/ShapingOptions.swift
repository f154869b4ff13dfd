import ArgumentParser
import WebImage

/// The options for changing a picture before it is written.
struct ShapingOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The box to scale to while decoding: 320x240, 320x or x240. It enlarges SVG only.",
        transform: SizeArgument.read)
    var size: PixelSize?

    @Option(
        name: .long, help: "How the picture meets the box: fit (default), fill or stretch.",
        transform: FitArgument.read)
    var fit = Fit.fit

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
            "The colours of a picture that is encoded: keep those of its ICC profile, or srgb (default).",
        transform: ColorProfileArgument.read)
    var icc = ColorProfilePolicy.sRGB

    /// All transforms in order.
    var transforms: [any ImageTransform] { transform.flatMap(\.self) }

    /// `true` if the options may change the picture.
    var mayChangePicture: Bool {
        size != nil || !transforms.isEmpty || page != nil || firstFrame
    }
}
