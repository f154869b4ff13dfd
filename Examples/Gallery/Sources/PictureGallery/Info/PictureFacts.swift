import Foundation
import WebImage

/// The facts about a loaded picture, as texts.
struct PictureFacts {
    typealias Fact = (title: String, value: String)

    /// Format, size and further properties of the file.
    let picture: [Fact]
    /// The known fields of its EXIF block.
    let photograph: [Fact]
    /// The cache or network that it came from, and the duration of each stage.
    let load: [Fact]

    init(_ response: ImageResponse) {
        picture = Self.picture(response)
        photograph = response.image.metadata.exif.map { Self.photograph($0) } ?? []
        load = Self.load(response)
    }

    private static func picture(_ response: ImageResponse) -> [Fact] {
        let metadata = response.image.metadata
        var facts: [Fact] = []
        if let format = response.format { facts.append(("Format", format.rawValue.uppercased())) }
        facts.append(("Size", "\(metadata.size.width) × \(metadata.size.height) pixels"))
        if response.encodedByteCount > 0 {
            facts.append(("File Size", ByteText.of(response.encodedByteCount)))
        }
        if metadata.frameCount > 1 {
            let seconds = metadata.durations.reduce(Duration.zero, +) / Duration.seconds(1)
            facts.append(("Frames", "\(metadata.frameCount) in \(hundredths(seconds)) s"))
        }
        if metadata.pageCount > 1 { facts.append(("Pages", "\(metadata.pageCount)")) }
        if metadata.isTruncated { facts.append(("Damage", truncated)) }
        if metadata.hasAlpha { facts.append(("Transparency", "Yes")) }
        if let profile = metadata.profileDescription { facts.append(("Colours", profile)) }
        return facts
    }

    /// The remark on a picture whose file ends early.
    static let truncated = "The file ends early: a part is missing"

    /// The longest text to show, in characters.
    private static let longestText = 120

    /// The properties to show: their name in EXIF, their title, and the unit around the value.
    private static let properties: [(name: String, title: String, before: String, after: String)] =
        [
            ("Make", "Maker", "", ""), ("Model", "Camera", "", ""), ("LensModel", "Lens", "", ""),
            ("DateTimeOriginal", "Taken", "", ""), ("ExposureTime", "Exposure", "", " s"),
            ("FNumber", "Aperture", "f/", ""), ("PhotographicSensitivity", "ISO", "", ""),
            ("FocalLength", "Focal Length", "", " mm"), ("Artist", "Artist", "", ""),
            ("Copyright", "Copyright", "", ""),
        ]

    /// Returns the properties of an EXIF block that a photographer looks for.
    static func photograph(_ exif: [UInt8]) -> [Fact] {
        let fields = ExifField.all(in: exif)
        return properties.compactMap { name, title, before, after in
            fields.first { $0.name == name }.map {
                (title, before + $0.value.prefix(longestText) + after)
            }
        }
    }

    private static func load(_ response: ImageResponse) -> [Fact] {
        let places: [ImageOrigin: String] = [
            .memory: "Memory", .disk: "Disk Cache", .network: "Network", .file: "File",
        ]
        var facts: [Fact] = [("Source", places[response.origin] ?? response.origin.rawValue)]
        if let reason = response.staleReason { facts.append(("Stale", reason.description)) }
        facts += response.timings.entries.map { stage, duration in
            (stage.prefix(1).uppercased() + stage.dropFirst(), milliseconds(duration))
        }
        return facts
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(hundredths(duration / Duration.milliseconds(1))) ms"
    }

    private static func hundredths(_ number: Double) -> String {
        String(format: "%.2f", number)
    }
}
