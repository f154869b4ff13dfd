package import WebImageCoding
import WebImagePixels
import WebImageTransforms

extension ImageFormat {
    private static let names: [String: ImageFormat] = [
        "jpg": .jpeg, "jpeg": .jpeg, "png": .png, "webp": .webp, "gif": .gif, "avif": .avif,
        "bmp": .bmp, "tiff": .tiff, "ico": .ico, "heic": .heic, "jxl": .jxl, "svg": .svg,
    ]

    /// Creates the format of a name in addresses and settings, such as `jpg`; in lower case.
    package init?(nameInAddress name: some StringProtocol) {
        guard let format = Self.names[String(name)] else { return nil }
        self = format
    }
}

extension RGBAColor {
    /// Creates the colour of hexadecimal digits, one or two for each channel.
    init?(digits: some Collection<UInt8>) {
        let all = digits.count < 6 ? digits.flatMap { [$0, $0] } : Array(digits)
        self.init(spelling: String(decoding: all, as: UTF8.self))
    }
}

extension Gravity {
    /// Creates the place in a column and a row: 0 for the first one, 1 for the middle, 2 for the
    /// last one.
    init(column: Int, row: Int) {
        let rows: [[Gravity]] = [
            [.northwest, .north, .northeast], [.west, .center, .east],
            [.southwest, .south, .southeast],
        ]
        self = rows[row][column]
    }
}

// Ranges of numbers in errors.

extension ClosedRange where Bound == Int {
    /// The bounds that differ from the type's, as in ` from 1 to 100`.
    var words: String { words(except: .min, .max) { "\($0)" } }
}

extension ClosedRange where Bound == Double {
    static var positive: Self { .leastNonzeroMagnitude ... .greatestFiniteMagnitude }
    static var finite: Self { -.greatestFiniteMagnitude ... .greatestFiniteMagnitude }

    /// The bounds that differ from the type's, as in ` from 0 to 1`.
    var words: String {
        if lowerBound == Self.positive.lowerBound { return " above 0" }
        return words(except: Self.finite.lowerBound, Self.finite.upperBound) {
            $0 == $0.rounded() ? "\(Int(bounding: $0))" : "\($0)"
        }
    }
}

extension ClosedRange {
    private func words(except least: Bound, _ most: Bound, spelled: (Bound) -> String) -> String {
        (lowerBound == least ? "" : " from \(spelled(lowerBound))")
            + (upperBound == most ? "" : " to \(spelled(upperBound))")
    }
}
