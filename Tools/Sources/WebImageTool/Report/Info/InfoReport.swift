import WebImage
import WebImageComparison

/// The report of `info` on one source.
struct InfoReport: Sendable {
    private let source: String
    private let line: Int?
    private let info: ImageInfo
    let age: ResponseAge
    private let signature: ColorSignature?
    private let placeholders: Placeholders?

    init(
        source: Source, info: ImageInfo, age: ResponseAge, signature: ColorSignature? = nil,
        placeholders: Placeholders? = nil
    ) {
        (self.source, line) = (source.label, source.line)
        self.info = info
        self.age = age
        self.signature = signature
        self.placeholders = placeholders
    }

    /// Returns the line for `--json`.
    ///
    /// - Parameter index: The place of the source among all, from 0.
    func json(at index: Int) -> JSONValue {
        let metadata = info.metadata
        let start: [(name: String, value: JSONValue)] = [
            ("source", .text(source)), ("index", .number(index + 1)),
        ]
        let facts: [(name: String, value: JSONValue)] = [
            ("format", .text(info.format.rawValue)),
            ("width", .number(metadata.size.width)), ("height", .number(metadata.size.height)),
            ("frames", .number(metadata.frameCount)), ("pages", .number(metadata.pageCount)),
            ("durations_ms", .list(metadata.durations.map { .milliseconds($0) })),
            ("loop_count", metadata.loopCount.map { .number($0) } ?? .null),
            ("orientation", .number(metadata.orientation.rawValue)),
            ("has_alpha", .bool(metadata.hasAlpha)),
            (
                "color",
                (metadata.colorName ?? metadata.profileDescription).map { .text($0) } ?? .null
            ),
            ("icc", metadata.profileDescription.map { .text($0) } ?? .null),
            (
                "density_ppi",
                metadata.density.map { Self.list([$0.x, $0.y], steps: 100) } ?? .null
            ),
            ("hdr", .bool(metadata.isHighDynamicRange)),
            ("headroom", metadata.headroom.map { .fraction(Self.hundredths($0)) } ?? .null),
            ("content_light", metadata.contentLight.map(Self.json) ?? .null),
            ("gain_map", metadata.gainMap.map { GainMapReport($0).json } ?? .null),
            ("gain_map_damage", metadata.gainMapDamage.map { .text($0) } ?? .null),
            ("bit_depth", info.bitDepth.map { .number($0) } ?? .null),
            ("color_type", info.colorType.map { .text($0.rawValue) } ?? .null),
            ("exif_bytes", metadata.exif.map { .number($0.count) } ?? .null),
            ("exif", .object(info.exifFields.map { ($0.name, .text($0.value)) })),
            ("bytes", .number(info.byteCount)),
        ]
        let looks = (signature.map(Self.members) ?? []) + (placeholders?.members ?? [])
        return .object(start + line.member + age.members + facts + looks)
    }

    /// Returns the signature of the first frame: hundredths in the mean, tenths in the cells.
    private static func members(_ signature: ColorSignature) -> [(name: String, value: JSONValue)] {
        let cells = signature.sig8x8.map { cell in list(cell, steps: 10) }
        return [
            ("mean_rgba", list(signature.meanRGBA, steps: 100)), ("sig8x8", .list(cells)),
        ]
    }

    private static func json(_ light: ContentLight) -> JSONValue {
        let average = light.average > 0 ? JSONValue.number(light.average) : .null
        return .object([("max", .number(light.maximum)), ("average", average)])
    }

    private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private static func list(_ numbers: [Double], steps: Double) -> JSONValue {
        .list(numbers.map { .fraction(($0 * steps).rounded() / steps) })
    }

    /// Returns the line of text.
    func line(for source: Source) -> String {
        let metadata = info.metadata
        var parts = ["\(info.format) \(metadata.size)"]
        if metadata.frameCount > 1 { parts.append("\(metadata.frameCount) frames") }
        if metadata.pageCount > 1 { parts.append("\(metadata.pageCount) pages") }
        if let loops = metadata.loopCount {
            parts.append(loops == 0 ? "loops forever" : "plays \(loops) times")
        }
        if let type = info.colorType?.rawValue, let depth = info.bitDepth {
            parts.append("\(depth)-bit \(type)")
        }
        if metadata.hasAlpha { parts.append("alpha") }
        if metadata.orientation != .up {
            parts.append("orientation \(metadata.orientation.rawValue)")
        }
        if let name = metadata.colorName, name != "sRGB" { parts.append(name) }
        if let profile = metadata.profileDescription { parts.append("icc '\(profile.printable)'") }
        if let map = metadata.gainMap { parts.append(GainMapReport(map).text) }
        if metadata.gainMap == nil, let headroom = metadata.headroom {
            parts.append("headroom \(Self.hundredths(headroom))")
        }
        if let light = metadata.contentLight { parts.append("\(light.maximum) cd/m²") }
        if let damage = metadata.gainMapDamage { parts.append("gain map ignored: \(damage)") }
        if let density = metadata.density, let number = Int(exactly: density.x.rounded()) {
            parts.append("\(number) ppi")
        }
        if let exif = metadata.exif { parts.append("exif of \(exif.count) bytes") }
        let names = ["Make", "Model", "DateTimeOriginal", "GPSLatitude", "GPSLongitude"]
        for field in info.exifFields where names.contains(field.name) {
            parts.append("\(field.name) \(field.value.printable)")
        }
        if let mean = signature?.meanRGBA.map({ "\(Int($0.rounded()))" }) {
            parts.append("mean RGBA \(mean.joined(separator: " "))")
        }
        if let placeholders {
            parts += ["thumbhash \(placeholders.thumbHash)", "blurhash \(placeholders.blurHash)"]
        }
        parts.append("\(info.byteCount) bytes" + (age.staleReason == nil ? "" : " (stale)"))
        return "\(source.display): \(parts.joined(separator: ", "))"
    }
}
