import ArgumentParser
import WebImage

/// What is done to a picture on its way to the output.
struct ShapingOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The box to scale to while decoding: 320x240, 320x or x240. It never enlarges.",
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
    var transform: [[any SpelledTransform]] = []

    @Option(
        name: .long,
        help: "The format to write (default: by the output's name, else the source's, else png).",
        transform: FormatArgument.read)
    var format: ImageFormat?

    @Option(
        name: .long, help: "Quality of lossy formats, 1 to 100 (default: 80).",
        transform: { try NumberArgument.read($0, in: 1...100) })
    var quality: Int?

    @Flag(name: .long, help: "The first frame only, even of an animation.")
    var firstFrame = false

    /// All transforms in order.
    var transforms: [any SpelledTransform] { transform.flatMap(\.self) }

    /// Whether the original bytes cannot be what is wanted, but for their format.
    var changesPicture: Bool {
        size != nil || !transforms.isEmpty || quality != nil || firstFrame
    }

    /// What the encoder is told.
    var settings: EncodeSettings { quality.map { EncodeSettings(quality: $0) } ?? EncodeSettings() }
}
