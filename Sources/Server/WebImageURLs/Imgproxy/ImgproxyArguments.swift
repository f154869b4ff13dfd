import WebImageCoding
import WebImagePixels
import WebImageTransforms

/// The arguments of one option.
struct ImgproxyArguments {
    /// The name of the option, as written.
    let name: Substring
    /// The texts after the name, at least one.
    let values: [Substring]

    /// The text of an argument; empty if it is missing.
    subscript(_ index: Int) -> Substring { values.indices.contains(index) ? values[index] : "" }

    func has(_ index: Int) -> Bool { !self[index].isEmpty }

    func fault(_ index: Int, expected: String) -> URLFault {
        URLFault(of: name, "expected \(expected)", found: String(self[index]))
    }

    /// Returns what an argument stands for; throws its fault if `read` returns nil.
    func value<Value>(
        _ index: Int, expected: @autoclosure () -> String, read: (Substring) -> Value?
    ) throws(URLFault) -> Value {
        guard let value = read(self[index]) else { throw fault(index, expected: expected()) }
        return value
    }

    /// Returns a whole number that fulfils a range; a sign and zeros may stand before it.
    func integer(
        _ index: Int, in range: ClosedRange<Int> = 0...Int.max
    ) throws(URLFault) -> Int {
        try value(index, expected: "a whole number\(range.words)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func number(
        _ index: Int, in range: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude
    ) throws(URLFault) -> Double {
        try value(index, expected: "a number\(range.words)") {
            Double(decimal: $0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns the value of a word such as `1` or `true`; `false` for any text that is no such
    /// word.
    func flag(_ index: Int) -> Bool { Bool(word: self[index]) ?? false }

    func format(_ index: Int) throws(URLFault) -> ImageFormat {
        try value(index, expected: "the name of a format") { ImageFormat(nameInAddress: $0) }
    }

    func color(_ index: Int) throws(URLFault) -> RGBAColor {
        try value(index, expected: "3 or 6 hexadecimal digits") { text in
            [3, 6].contains(text.utf8.count) ? RGBAColor(digits: text.utf8) : nil
        }
    }

    static let gravities: [String: Gravity] = [
        "ce": .center, "no": .north, "so": .south, "ea": .east, "we": .west, "noea": .northeast,
        "nowe": .northwest, "soea": .southeast, "sowe": .southwest,
    ]

    /// Returns a position of the last one to three arguments.
    ///
    /// - Parameters:
    ///   - former: The position that was set before, whose distances count where none are written.
    ///   - canBeSmart: `true` if it may be the part that catches the eye.
    func position(
        from first: Int, after former: CropPosition?, canBeSmart: Bool = true
    ) throws(URLFault) -> CropPosition {
        if self[first] == "fp" {
            try check(first, most: 3)
            return .focus(
                x: try number(first + 1, in: 0...1), y: try number(first + 2, in: 0...1))
        }
        if canBeSmart, self[first] == "sm" {
            try check(first, most: 1)
            return .attention
        }
        let gravity = try value(first, expected: "the name of a gravity, such as no") {
            Self.gravities[String($0)]
        }
        try check(first, most: 3)
        var (x, y) = (0.0, 0.0)
        if case .gravity(_, let formerX, let formerY) = former { (x, y) = (formerX, formerY) }
        if has(first + 1) { x = try number(first + 1, in: .finite) }
        if has(first + 2) { y = try number(first + 2, in: .finite) }
        return .gravity(gravity, x: x, y: y)
    }

    private func check(_ first: Int, most: Int) throws(URLFault) {
        if values.count > first + most {
            throw fault(first + most, expected: "no further argument of \(self[first])")
        }
    }
}
