import WebImage

/// The report of `get` on one source.
struct GetReport: Sendable {
    private let source: String
    private let line: Int?
    private let origin: String
    let age: ResponseAge
    /// The fallback that was loaded; nil for the source itself.
    let fallback: UsedFallback?
    private let sourceSize: PixelSize
    private let isTruncated: Bool
    /// The losses of the output against the source.
    private let dropped: [Loss]
    private var timings: [(stage: String, duration: Duration)] = []
    /// The size of the output, or of the picture without output.
    private var size: PixelSize
    /// The format of the output, or of the source without output.
    private var format: ImageFormat?
    /// The bytes of the output, or of the source without output.
    private var byteCount: Int
    /// The path written to, `-` for standard output, nil for none.
    var output: String?

    /// Creates the report of a picture without output.
    init(source: Source, response: ImageResponse) {
        self.init(source, response, response.image.metadata, [], response.timings)
        size = response.image.size
        format = response.format
        byteCount = response.encodedByteCount
    }

    /// Creates the report of a file, which has no output yet.
    init(source: Source, file: ImageFile) {
        self.init(source, file, file.source, file.dropped, file.timings)
        size = file.size
        format = file.format
        byteCount = file.bytes.count
    }

    private init(
        _ source: Source, _ result: some LoadedResult, _ metadata: ImageMetadata,
        _ dropped: [Loss], _ stages: StageTimings
    ) {
        (self.source, line) = (source.label, source.line)
        fallback = UsedFallback(result, of: source)
        let isData = source.isData && fallback == nil
        origin = isData ? "data" : result.origin.rawValue
        age = ResponseAge(result, of: source)
        (sourceSize, size) = (metadata.size, metadata.size)
        (isTruncated, self.dropped) = (metadata.isTruncated, dropped)
        byteCount = 0
        for entry in stages.entries { note(entry.stage, entry.duration) }
    }

    /// Measures the duration of a stage of the command.
    mutating func measure<Value: Sendable>(
        _ stage: String, _ work: () async throws(SourceFailure) -> Value
    ) async throws(SourceFailure) -> Value {
        let start = ContinuousClock.now
        let value = try await work()
        note(stage, start.duration(to: .now))
        return value
    }

    /// Adds to a stage's time; a stage that ran twice is reported once.
    private mutating func note(_ stage: String, _ duration: Duration) {
        if let index = timings.firstIndex(where: { $0.stage == stage }) {
            timings[index].duration += duration
        } else {
            timings.append((stage, duration))
        }
    }

    /// Returns the line for `--json`.
    ///
    /// - Parameter index: The place of the source among all, from 0.
    func json(at index: Int) -> JSONValue {
        let start: [(name: String, value: JSONValue)] = [
            ("source", .text(source)), ("index", .number(index + 1)),
        ]
        let rest: [(name: String, value: JSONValue)] = [
            ("source_width", .number(sourceSize.width)),
            ("source_height", .number(sourceSize.height)),
            ("truncated", .bool(isTruncated)), ("dropped", .list(dropped.map(\.json))),
            ("format", format.map { .text($0.rawValue) } ?? .null),
            ("width", .number(size.width)), ("height", .number(size.height)),
            ("bytes", .number(byteCount)), ("output", output.map { .text($0) } ?? .null),
            ("timings_ms", .object(timings.map { ($0.stage, .milliseconds($0.duration)) })),
        ]
        let origins: [(name: String, value: JSONValue)] = [
            ("origin", .text(origin)),
            ("fallback", fallback.map { .number($0.number) } ?? .null),
        ]
        return .object(start + line.member + origins + age.members + rest)
    }

    /// Returns the line of text.
    func line(for source: Source) -> String {
        // The parts of a stage have a dot in their names.
        let total = timings.reduce(Duration.zero) { $1.stage.contains(".") ? $0 : $0 + $1.duration }
        let target = output.map { " -> \($0.printable)" } ?? ""
        return "\(source.display)\(target): \(format?.rawValue ?? "unknown") \(size), "
            + "\(byteCount) bytes, from \(origin)\(freshness)"
            + "\(fallback.map { " by fallback \($0.number)" } ?? ""), "
            + "\(JSONValue.milliseconds(total).text) ms"
    }

    /// The words of the line of text about the picture's age.
    private var freshness: String {
        if age.staleReason != nil { return " (stale)" }
        if age.isUnchanged { return " (unchanged)" }
        guard origin == ImageOrigin.disk.rawValue, let seconds = age.seconds, seconds >= 60 else {
            return ""
        }
        return " (\(Age(seconds)) old)"
    }
}

extension Loss {
    /// The loss as an object.
    fileprivate var json: JSONValue {
        .object([("kind", .text(kind.rawValue)), ("from", .number(from)), ("to", .number(to))])
    }
}
