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

    /// Collects the facts.
    ///
    /// - Parameters:
    ///   - response: The response with the picture.
    ///   - header: What the header of the file tells besides; nil if it is not read.
    init(_ response: ImageResponse, header: ImageInfo? = nil) {
        picture =
            Self.picture(response)
            + Self.samples(
                of: response.image, storedBits: header?.bitDepth,
                colorName: header?.metadata.colorName)
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
        return facts
    }

    /// Returns the depth, the colours and the light of a picture.
    ///
    /// - Parameters:
    ///   - image: The picture, and what its file says.
    ///   - storedBits: The bits of a sample in the file; nil if they are not known.
    ///   - colorName: The name of the colours by code points; nil if it is not known.
    static func samples(
        of image: DecodedImage, storedBits: Int? = nil, colorName: String? = nil
    ) -> [Fact] {
        let (metadata, poster) = (image.metadata, image.poster)
        var facts = [("Depth", depth(of: poster, stored: storedBits))]
        if let name = metadata.profileDescription ?? colorName {
            facts.append(("Colours", name))
        }
        if let light = light(of: metadata, shown: poster) { facts.append(("Light", light)) }
        return facts
    }

    /// Returns the bits of a sample as stored, and those of the pixels if they differ.
    private static func depth(of bitmap: Bitmap, stored: Int?) -> String {
        let isHalf = bitmap.sampleFormat == .rgbaHalf
        guard let stored, isHalf || stored != bitmap.significantBits else {
            return isHalf ? "Half floats" : "\(bitmap.significantBits) bits a sample"
        }
        return "\(stored) bits a sample, shown as "
            + (isHalf ? "half floats" : "\(bitmap.significantBits)")
    }

    /// Returns the light above white in the file and in the pixels; nil for none.
    private static func light(of metadata: ImageMetadata, shown bitmap: Bitmap) -> String? {
        guard metadata.isHighDynamicRange || bitmap.headroom > 1 else { return nil }
        let most = metadata.headroom.map { ", up to \(tenths($0)) × white" } ?? ""
        let shown =
            bitmap.headroom > 1 ? "shown up to \(tenths(bitmap.headroom)) × white" : "shown as SDR"
        return "HDR\(most), \(shown)"
    }

    private static func tenths(_ number: Double) -> String { String(format: "%.1f", number) }

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
