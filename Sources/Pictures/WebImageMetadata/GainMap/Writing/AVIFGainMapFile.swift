import WebImageBytes
import WebImageColorimetry
import WebImagePixels

/// An AVIF file of a base, a gain map and a `tmap` item that derives the alternate from both
/// (ISO/IEC 23008-12, amendment 1).
enum AVIFGainMapFile {
    /// Returns the file of two files of an encoder; the alpha of the map is left out.
    static func joined(
        _ base: ByteBlock, _ map: ByteBlock, _ description: GainMap, _ block: [UInt8],
        _ format: ImageFormat = .avif
    ) throws(CodecError) -> ByteBlock {
        var file = try MediaStill(of: base, format)
        var picture = try MediaStill(of: map, format).items[0]
        picture.isHidden = true
        picture.references = []
        // The values of a map are no colours.
        picture.properties = picture.properties.map { $0.stating(primaries: 2, transfer: 2) }
        let alternate = file.items.count
        file.items.append(
            MediaStill.Item(
                entry: Array("tmap\0".utf8),
                properties: Self.properties(description, of: file.items[0]),
                references: [(Array("dimg".utf8), [0, alternate + 1])],
                // The version stands in front of the numbers.
                data: ByteBlock(copying: [0] + block)))
        file.items.append(picture)
        file.alternatives = [alternate, 0]
        let brand = Array("tmap".utf8)
        let isBranded = stride(from: 8, to: file.brands.count - 3, by: 4).contains {
            file.brands[$0..<$0 + 4].elementsEqual(brand)
        }
        if !isBranded { file.brands += brand }
        return try file.file(format)
    }

    /// The properties of a picture that its alternate has, too.
    private static let shared = ["ispe", "pixi", "colr", "pasp", "clap", "irot", "imir"]

    /// Returns the properties of the alternate: those of the base, in its own colours.
    private static func properties(
        _ map: GainMap, of base: MediaStill.Item
    ) -> [[UInt8]] {
        let colors = map.alternateColors
        let isBrighter = (map.alternateHeadroom ?? 0) >= map.baseHeadroom
        let transfer = colors?.transfer ?? (isBrighter ? .pq : .sRGB)
        var properties = base.properties.filter { property in
            shared.contains { property.dropFirst(4).starts(with: $0.utf8) }
        }
        // A profile is that of the base.
        if colors != nil { properties.removeAll(where: \.isProfile) }
        if !properties.contains(where: \.isCodePoints) {
            let matrix = 6
            properties.append(
                MediaStill.box(
                    "colr",
                    Array("nclx".utf8) + MediaStill.number(2, 2) + MediaStill.number(2, 2)
                        + MediaStill.number(matrix, 2) + [0x80]))
        }
        return properties.map {
            $0.stating(primaries: colors?.primaries.rawValue, transfer: transfer.rawValue)
        }
    }
}

extension GainMap {
    /// The colours of the alternate by their name; nil for those of the base.
    fileprivate var alternateColors: ColorCodePoints? {
        guard let alternateColorName else { return nil }
        let all = ColorPrimaries.allCases.lazy.flatMap { primaries in
            TransferFunction.allCases.lazy.map {
                ColorCodePoints(primaries: primaries, transfer: $0)
            }
        }
        return all.first { $0.name == alternateColorName }
    }
}

extension [UInt8] {
    /// `true` for the box of a profile.
    fileprivate var isProfile: Bool {
        has("colr", at: 4) && (has("prof", at: 8) || has("rICC", at: 8))
    }

    /// `true` for the box of code points.
    fileprivate var isCodePoints: Bool { has("colrnclx", at: 4) && count >= 19 }

    /// Returns a box of code points with others; other boxes as they are.
    fileprivate func stating(primaries: Int?, transfer: Int) -> [UInt8] {
        guard isCodePoints else { return self }
        var box = self
        if let primaries { box.set(UInt16(clamping: primaries), at: 12, .big) }
        box.set(UInt16(clamping: transfer), at: 14, .big)
        return box
    }
}
