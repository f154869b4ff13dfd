import ArgumentParser
import WebImage

/// `webimage compare`: measures the difference between two pictures.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Measures the difference between two pictures.",
        discussion: """
            Pictures are compared upright, in sRGB, with their transparency; of animations
            the first frames. Without a tolerance, colours of translucent pixels count as
            the files have them, also where no difference is seen, and so do samples of
            more than 8 bits, if both files have them; colours under alpha 0 do not. PQ and
            HLG are compared as a screen of 8 bits shows them. The status is 0 if they are
            alike, 1 if they are not, 2 if one cannot be loaded.

            Examples:
              webimage compare before.png after.png
              webimage compare before.png after.jpg --min-ssim 0.95
              webimage compare a.png b.png --tolerance 2 -o difference.png && echo alike
            """)

    @Argument(help: "A URL, a path, or - for standard input.", completion: .file())
    var one: String

    @Argument(help: "The picture to compare it with.", completion: .file())
    var other: String

    @Option(
        name: .long, help: "The difference of a channel that is permitted, 0 to 255 (default: 0).",
        transform: { try NumberArgument.read($0, in: 0...255) })
    var tolerance: Int?

    @Option(
        name: .long,
        help:
            "The least structural similarity that is permitted, up to 1, in place of a tolerance.",
        transform: CompareCommand.readSimilarity)
    var minSsim: Double?

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: "Write a picture of the differences: red where they are beyond the tolerance.",
        completion: .file())
    var output: String?

    @OptionGroup var caching: CacheUseOptions
    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try Source.validate([one, other])
        if let output {
            try OutputArgument.checkFile(output, format: nil, json: loading.report.json)
        }
    }

    func run() async throws {
        let session = Session(loading, usesCache: caching.usesCache)
        let isAlike = await isAlike(session)
        session.failures.finish()
        session.scratch.close()
        guard let isAlike, session.output.isIntact else { throw ExitCode(2) }
        if !isAlike { throw ExitCode.failure }
    }

    /// Compares and reports; nil if a picture cannot be loaded, or the difference not be written.
    private func isAlike(_ session: Session) async -> Bool? {
        let sources = [Source(one), Source(other)].placed
        var current = sources[0]
        do throws(SourceFailure) {
            let one = try await loaded(current, session)
            current = sources[1]
            var other = try await loaded(current, session)
            current = sources[0]
            if try await haveSameColors(one, other, session) { other.bitmap = one.bitmap }
            let isDetailed =
                isExact && one.bitmap.size == other.bitmap.size
                && PictureComparison(one.bitmap, other.bitmap, tolerance: 0).maximum == 0
            let colors = isDetailed ? try await colors(of: one, other, session) : nil
            let depth = isDetailed ? try await depth(of: one, other, session) : nil
            current = Source(output ?? "")
            let report = try await report(one.bitmap, other.bitmap, colors, depth, session)
            // Only the picture is written there.
            let isShown = output.map { !OutputArgument.isStandardOutput($0) } ?? true
            if isShown, !loading.report.quiet {
                session.output.result(loading.report.json ? report.json.text : report.line)
            }
            return report.isAlike
        } catch {
            session.tell(error, of: current)
            return nil
        }
    }

    private func report(
        _ first: Bitmap, _ second: Bitmap, _ colors: ColorComparison?, _ depth: DeepComparison?,
        _ session: Session
    ) async throws(SourceFailure) -> CompareReport {
        let sources = (Source(one), Source(other))
        let sizes = (first.size, second.size)
        guard first.size == second.size else {
            if output != nil {
                session.notes.tell("-o: the sizes differ, so no picture of differences is written")
            }
            return CompareReport(
                sources: sources, sizes: sizes, comparison: nil, colors: nil, depth: nil,
                isAlike: false)
        }
        let tolerance = tolerance ?? 0
        let comparison = PictureComparison(first, second, tolerance: tolerance)
        if let output {
            let picture = comparison.picture(over: first, tolerance: tolerance)
            try await session.write(
                DecodedImage(poster: picture), to: output, settings: EncodeSettings(),
                rules: OutputRules(sources: [Source(one), Source(other)]))
        }
        let isAlike =
            minSsim.map { comparison.ssim >= $0 }
            ?? (comparison.maximum <= tolerance && colors?.maximum ?? 0 <= tolerance
                && depth?.maximum ?? 0 == 0)
        return CompareReport(
            sources: sources, sizes: sizes, comparison: comparison, colors: colors, depth: depth,
            isAlike: isAlike)
    }

    /// `true` if no difference is permitted.
    private var isExact: Bool { tolerance ?? 0 == 0 && minSsim == nil }

    /// Returns `true` if two translucent pictures that are to be equal, and are not, have the same
    /// colours in their files: decoders round in other ways when they multiply by alpha.
    private func haveSameColors(
        _ one: Loaded, _ other: Loaded, _ session: Session
    ) async throws(SourceFailure) -> Bool {
        guard isExact, one.bitmap.size == other.bitmap.size, !one.bitmap.isOpaque,
            one.bitmap != other.bitmap
        else { return false }
        let (first, second) = (try await straight(one, session), try await straight(other, session))
        return first == second && first != one.bitmap && second != other.bitmap
    }

    /// Compares samples of more than 8 bits; nil unless both files have them.
    private func depth(
        of one: Loaded, _ other: Loaded, _ session: Session
    ) async throws(SourceFailure) -> DeepComparison? {
        guard let first = try await deep(one, session),
            let second = try await deep(other, session)
        else { return nil }
        return DeepComparison(first, second)
    }

    /// Compares the colours of translucent pixels as the files have them; nil for opaque pictures.
    private func colors(
        of one: Loaded, _ other: Loaded, _ session: Session
    ) async throws(SourceFailure) -> ColorComparison? {
        let (first, second) = (one.bitmap, other.bitmap)
        guard !first.isOpaque else { return nil }
        return ColorComparison(
            try await straight(one, session), shown: first,
            try await straight(other, session), shown: second)
    }

    /// A picture, and its request, which has the bytes of standard input.
    private struct Loaded {
        let request: ImageRequest
        var bitmap: Bitmap
    }

    private func loaded(
        _ source: Source, _ session: Session
    ) async throws(SourceFailure) -> Loaded {
        try source.checkNoFolder()
        var options = loading.requestOptions(usesCache: caching.usesCache)
        options.firstFrameOnly = true
        let request = try await session.request(
            for: source, options, until: session.deadline())
        let bitmap = try await session.image(for: request, of: source).image.poster
        return Loaded(request: request, bitmap: bitmap)
    }

    /// Returns the colours of a picture as its file has them.
    private func straight(
        _ loaded: Loaded, _ session: Session
    ) async throws(SourceFailure) -> Bitmap {
        var request = loaded.request
        request.keepsStraightColors = true
        return try await session.image(for: request).image.poster
    }

    /// Returns the samples of a picture as its file has them; nil for those of 8 bits.
    private func deep(
        _ loaded: Loaded, _ session: Session
    ) async throws(SourceFailure) -> Bitmap? {
        var request = loaded.request
        request.pixelDepth = .asStored
        let bitmap = try await session.image(for: request).image.poster
        return bitmap.sampleFormat == .rgba16 && bitmap.significantBits > 8 ? bitmap : nil
    }

    private static func readSimilarity(_ text: String) throws -> Double {
        guard let number = Double(spelling: text), number >= -1, number <= 1 else {
            throw ValidationError("expected a number up to 1, found '\(text.printable)'.")
        }
        return number
    }
}
