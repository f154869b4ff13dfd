import WebImageBytes

/// One property of an EXIF block, as text.
public struct ExifField: Hashable, Sendable {
    /// The name in EXIF 2.32, such as `FNumber`.
    public let name: String
    /// The value: text without padding, decimal numbers (degrees for coordinates, negative for
    /// south and west), a fraction such as `1/125` for short exposures.
    public let value: String

    /// Returns the usual properties of a block, some forty of camera, exposure, lens, time and
    /// place.
    ///
    /// Those that are missing or malformed are left out; none of a damaged block.
    ///
    /// - Parameter exif: The block, a TIFF structure.
    public static func all(in exif: [UInt8]) -> [ExifField] {
        guard let tree = ExifTree(exif) else { return [] }
        let own = names.compactMap { directory, tag, name -> ExifField? in
            let values = directory == 0 ? tree.main : tree.below[directory] ?? []
            guard let value = values.first(where: { $0.tag == tag }) else { return nil }
            return text(tree.native(value)).map { ExifField(name: name, value: $0) }
        }
        return own + places(tree)
    }

    private static let names: [(directory: UInt16, tag: UInt16, name: String)] = [
        (0, 0x010E, "ImageDescription"), (0, 0x010F, "Make"), (0, 0x0110, "Model"),
        (0, 0x0112, "Orientation"), (0, 0x011A, "XResolution"), (0, 0x011B, "YResolution"),
        (0, 0x0128, "ResolutionUnit"), (0, 0x0131, "Software"), (0, 0x0132, "DateTime"),
        (0, 0x013B, "Artist"), (0, 0x8298, "Copyright"), (0x8769, 0x829A, "ExposureTime"),
        (0x8769, 0x829D, "FNumber"), (0x8769, 0x8822, "ExposureProgram"),
        (0x8769, 0x8827, "PhotographicSensitivity"), (0x8769, 0x9003, "DateTimeOriginal"),
        (0x8769, 0x9004, "DateTimeDigitized"), (0x8769, 0x9011, "OffsetTimeOriginal"),
        (0x8769, 0x9291, "SubSecTimeOriginal"), (0x8769, 0x9201, "ShutterSpeedValue"),
        (0x8769, 0x9202, "ApertureValue"), (0x8769, 0x9203, "BrightnessValue"),
        (0x8769, 0x9204, "ExposureBiasValue"), (0x8769, 0x9205, "MaxApertureValue"),
        (0x8769, 0x9206, "SubjectDistance"), (0x8769, 0x9207, "MeteringMode"),
        (0x8769, 0x9208, "LightSource"), (0x8769, 0x9209, "Flash"),
        (0x8769, 0x920A, "FocalLength"), (0x8769, 0xA405, "FocalLengthIn35mmFilm"),
        (0x8769, 0xA001, "ColorSpace"), (0x8769, 0xA002, "PixelXDimension"),
        (0x8769, 0xA003, "PixelYDimension"), (0x8769, 0xA402, "ExposureMode"),
        (0x8769, 0xA403, "WhiteBalance"), (0x8769, 0xA404, "DigitalZoomRatio"),
        (0x8769, 0xA406, "SceneCaptureType"), (0x8769, 0xA433, "LensMake"),
        (0x8769, 0xA434, "LensModel"), (0x8769, 0xA431, "BodySerialNumber"),
    ]

    /// Returns the coordinates, the altitude and the date of the GPS directory.
    private static func places(_ tree: ExifTree) -> [ExifField] {
        let values = tree.below[ExifTree.gps]?.map { tree.native($0) } ?? []
        func value(_ tag: UInt16) -> ExifTree.Value? { values.first { $0.tag == tag } }
        func reference(_ tag: UInt16) -> UInt8? { value(tag)?.bytes.first }
        var result: [ExifField] = []
        for (tag, name, negative) in [
            (2, "GPSLatitude", UInt8(ascii: "S")), (4, "GPSLongitude", UInt8(ascii: "W")),
        ] as [(UInt16, String, UInt8)] {
            guard let parts = value(tag)?.fractions, parts.count == 3 else { continue }
            let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
            let sign = reference(tag - 1) == negative ? -1.0 : 1
            result.append(ExifField(name: name, value: number(sign * degrees)))
        }
        if let altitude = value(6)?.fractions.first {
            let sign = reference(5) == 1 ? -1.0 : 1
            result.append(ExifField(name: "GPSAltitude", value: number(sign * altitude)))
        }
        if let date = value(29).flatMap(text) {
            result.append(ExifField(name: "GPSDateStamp", value: date))
        }
        return result
    }

    /// Returns the value as text; nil if it is empty, or none that is told.
    private static func text(_ value: ExifTree.Value) -> String? {
        switch value.type {
        case 2:
            let bytes = value.bytes.prefix { $0 != 0 }.prefix(1000)
            let text = String(decoding: bytes, as: UTF8.self)
            let end = text.lastIndex { $0 != " " }
            return end.map { String(text[...$0]) }
        case 1, 3, 4:
            guard value.count == 1 || value.tag == 0x8827 else { return nil }
            let size = [1: 1, 3: 2, 4: 4][Int(value.type)] ?? 1
            guard value.bytes.count >= size else { return nil }
            return "\(value.bytes[..<size].reversed().reduce(0) { $0 << 8 | Int($1) })"
        case 5, 10:
            guard let first = value.fractions.first else { return nil }
            // A time of exposure is told as on a camera.
            if value.tag == 0x829A, first > 0, first < 0.3 {
                return "1/\(Int((1 / first).rounded()))"
            }
            return number(first)
        default: return nil
        }
    }

    /// Returns a number with at most six decimals.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1_000_000).rounded() / 1_000_000
        guard abs(rounded) < 1e15 else { return "\(rounded)" }
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension ExifTree.Value {
    /// The fractions of a little-endian value; those without divisor are left out.
    fileprivate var fractions: [Double] {
        guard type == 5 || type == 10 else { return [] }
        return bytes.withView { view in
            stride(from: 0, to: view.byteCount - 7, by: 8).compactMap { at in
                guard let above = view.u32(at: at, .little),
                    let below = view.u32(at: at + 4, .little), below != 0
                else { return nil }
                return type == 5
                    ? Double(above) / Double(below)
                    : Double(Int32(bitPattern: above)) / Double(Int32(bitPattern: below))
            }
        }
    }
}
