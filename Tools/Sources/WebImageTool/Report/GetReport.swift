import WebImage

/// The report of `get` on one source.
struct GetReport: Sendable {
    private let source: String
    private let origin: ImageOrigin
    private let sourceSize: PixelSize
    private var timings: [(stage: String, duration: Duration)] = []
    /// The size of the output, or of the picture without output.
    var size: PixelSize
    /// The format of the output, or of the source without output.
    var format: ImageFormat?
    /// The bytes of the output, or of the source without output.
    var byteCount: Int
    /// The path written to, `-` for standard output, nil for none.
    var output: String?

    init(source: Source, response: ImageResponse) {
        self.source = source.text
        origin = response.origin
        sourceSize = response.image.metadata.size
        size = response.image.size
        format = response.format
        byteCount = response.encodedByteCount
        for entry in response.timings.entries { note(entry.stage, entry.duration) }
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

    /// The line for `--json`.
    var json: JSONValue {
        .object([
            ("source", .text(source)), ("origin", .text(origin.rawValue)),
            ("source_width", .number(sourceSize.width)),
            ("source_height", .number(sourceSize.height)),
            ("format", format.map { .text($0.rawValue) } ?? .null),
            ("width", .number(size.width)), ("height", .number(size.height)),
            ("bytes", .number(byteCount)), ("output", output.map { .text($0) } ?? .null),
            ("timings_ms", .object(timings.map { ($0.stage, .milliseconds($0.duration)) })),
        ])
    }

    /// Returns the line of text.
    func line(for source: Source) -> String {
        let total = timings.reduce(Duration.zero) { $0 + $1.duration }
        let target = output.map { " -> \($0.printable)" } ?? ""
        return "\(source.display)\(target): \(format?.rawValue ?? "unknown") \(size), "
            + "\(byteCount) bytes, from \(origin.rawValue), "
            + "\(JSONValue.milliseconds(total).text) ms"
    }
}
