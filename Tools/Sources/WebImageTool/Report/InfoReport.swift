import WebImage

/// What `info` says of one source.
struct InfoReport: Sendable {
    private let source: String
    private let info: ImageInfo

    init(source: Source, info: ImageInfo) {
        self.source = source.text
        self.info = info
    }

    /// The line of `--json`.
    var json: JSONValue {
        let metadata = info.metadata
        return .object([
            ("source", .text(source)), ("format", .text(info.format.rawValue)),
            ("width", .number(metadata.size.width)), ("height", .number(metadata.size.height)),
            ("frames", .number(metadata.frameCount)), ("pages", .number(metadata.pageCount)),
            ("durations_ms", .list(metadata.durations.map { .milliseconds($0) })),
            ("loop_count", metadata.loopCount.map { .number($0) } ?? .null),
            ("orientation", .number(metadata.orientation.rawValue)),
            ("has_alpha", .bool(metadata.hasAlpha)),
            ("icc", metadata.profileDescription.map { .text($0) } ?? .null),
            ("bytes", .number(info.byteCount)),
        ])
    }

    /// The line for people.
    func line(for source: Source) -> String {
        let metadata = info.metadata
        var parts = ["\(info.format) \(metadata.size)"]
        if metadata.frameCount > 1 { parts.append("\(metadata.frameCount) frames") }
        if metadata.pageCount > 1 { parts.append("\(metadata.pageCount) pages") }
        if let loops = metadata.loopCount {
            parts.append(loops == 0 ? "loops for ever" : "plays \(loops) times")
        }
        if metadata.hasAlpha { parts.append("alpha") }
        if metadata.orientation != .up {
            parts.append("orientation \(metadata.orientation.rawValue)")
        }
        if let profile = metadata.profileDescription { parts.append("icc '\(profile.printable)'") }
        parts.append("\(info.byteCount) bytes")
        return "\(source.display): \(parts.joined(separator: ", "))"
    }
}
