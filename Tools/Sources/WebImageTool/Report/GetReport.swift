import WebImage

/// What `get` says of one source.
struct GetReport: Sendable {
    private let source: String
    private let origin: ImageOrigin
    private let sourceSize: PixelSize
    private var timings: [(stage: String, duration: Duration)] = []
    /// Width and height of the output, of the picture where nothing is written.
    var size: PixelSize
    /// The format of the output, of the source where nothing is written.
    var format: ImageFormat?
    /// The bytes of the output, of the source where nothing is written.
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

    /// Notes how long a stage of the command took.
    mutating func measure<Value: Sendable>(
        _ stage: String, _ work: () async throws(SourceFailure) -> Value
    ) async throws(SourceFailure) -> Value {
        let start = ContinuousClock.now
        let value = try await work()
        note(stage, start.duration(to: .now))
        return value
    }

    /// Adds to a stage's time: one that ran twice is one stage in the report.
    private mutating func note(_ stage: String, _ duration: Duration) {
        if let index = timings.firstIndex(where: { $0.stage == stage }) {
            timings[index].duration += duration
        } else {
            timings.append((stage, duration))
        }
    }

    /// The line of `--json`.
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

    /// The line for people.
    func line(for source: Source) -> String {
        let total = timings.reduce(Duration.zero) { $0 + $1.duration }
        let target = output.map { " -> \($0.printable)" } ?? ""
        return "\(source.display)\(target): \(format?.rawValue ?? "unknown") \(size), "
            + "\(byteCount) bytes, from \(origin.rawValue), "
            + "\(JSONValue.milliseconds(total).text) ms"
    }
}
