import WebImage

/// The report of `info` on the gain map of a picture.
struct GainMapReport {
    private let map: GainMap

    init(_ map: GainMap) { self.map = map }

    /// The members for `--json`: headrooms and gains in stops, lists for the channels.
    var json: JSONValue {
        .object([
            ("kind", .text(map.kind.rawValue)),
            ("width", .number(map.size.width)), ("height", .number(map.size.height)),
            ("channels", .number(map.channelCount)),
            ("min", list(\.minimum)), ("max", list(\.maximum)), ("gamma", list(\.gamma)),
            ("base_offset", list(\.baseOffset)), ("alternate_offset", list(\.alternateOffset)),
            ("base_headroom", .fraction(map.baseHeadroom)),
            ("alternate_headroom", map.alternateHeadroom.map { .fraction($0) } ?? .null),
            ("alternate_color", map.alternateColorName.map { .text($0) } ?? .null),
        ])
    }

    /// The part of the line of text: `gain map 1008x756 (ISO 21496-1, 2.3 stops)`.
    var text: String {
        let stops = map.alternateHeadroom.map { headroom in
            let tenths = Int((max(headroom, map.baseHeadroom) * 10).rounded())
            return ", \(tenths / 10).\(tenths % 10) stops"
        }
        return "gain map \(map.size) (\(map.kind.rawValue)\(stops ?? ""))"
    }

    private func list(_ number: KeyPath<GainMapChannel, Double>) -> JSONValue {
        .list(map.channels.map { .fraction($0[keyPath: number]) })
    }
}
