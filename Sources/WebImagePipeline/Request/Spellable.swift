public import WebImagePixels

/// A value that prints and parses one way, in keys, URLs and flags, whatever the locale.
public protocol Spellable {
    /// The value as text.
    var spelling: String { get }
    /// The value of a text, nil when the text is none.
    init?(spelling: some StringProtocol)
}

extension Bool: Spellable {
    /// `true` or `false`.
    public var spelling: String { self ? "true" : "false" }
    /// Reads `true` or `false`.
    public init?(spelling: some StringProtocol) { self.init(String(spelling)) }
}

extension Int: Spellable {
    /// Decimal digits.
    public var spelling: String { String(self) }
    /// Reads decimal digits.
    public init?(spelling: some StringProtocol) { self.init(spelling, radix: 10) }
}

extension Double: Spellable {
    /// The shortest digits that read back the same; a whole number without a point.
    public var spelling: String {
        if let whole = Int(exactly: self), abs(whole) < 1 << 53 { return String(whole) }
        return description
    }
    /// Reads a finite number.
    public init?(spelling: some StringProtocol) {
        guard let value = Double(String(spelling)), value.isFinite else { return nil }
        self = value
    }
}

extension String: Spellable {
    /// Letters, digits and `-._~` as they are, all other bytes as `%XX`.
    public var spelling: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: text.append(byte)
            default: text += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
    /// Reads text with `%XX` escapes.
    public init?(spelling: some StringProtocol) {
        var bytes: [UInt8] = []
        var rest = spelling.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == 37 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next(), let low = rest.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self = text
    }
}

extension Duration: Spellable {
    /// Seconds and the unit, as in `1.5s`; exact to the nanosecond.
    public var spelling: String {
        let (seconds, attoseconds) = components
        let nanoseconds = attoseconds / 1_000_000_000
        guard nanoseconds != 0 else { return "\(seconds)s" }
        let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
        var fraction = String(nanoseconds.magnitude)
        fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(sign)\(seconds.magnitude).\(fraction)s"
    }
    /// Reads seconds, with or without the unit.
    public init?(spelling: some StringProtocol) {
        let digits = spelling.hasSuffix("s") ? String(spelling.dropLast()) : String(spelling)
        guard let seconds = Double(spelling: digits), abs(seconds) < 1e9 else { return nil }
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

extension PixelSize: Spellable {
    /// As in `320x240`; a side of 0 is left out.
    public var spelling: String {
        "\(width == 0 ? "" : "\(width)")x\(height == 0 ? "" : "\(height)")"
    }
    /// Reads `320x240`, `320x` or `x240`.
    public init?(spelling: some StringProtocol) {
        let sides = spelling.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1]),
            width > 0 || height > 0
        else { return nil }
        self.init(width: width, height: height)
    }

    private static func side(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty else { return 0 }
        guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let value = Int(text), value > 0,
            value <= 1 << 24
        else { return nil }
        return value
    }
}

extension Optional: Spellable where Wrapped: Spellable {
    /// The value's spelling, `none` without one.
    public var spelling: String { map(\.spelling) ?? "none" }
    /// Reads a value, or `none`.
    public init?(spelling: some StringProtocol) {
        if spelling == "none" {
            self = .none
        } else if let value = Wrapped(spelling: spelling) {
            self = .some(value)
        } else {
            return nil
        }
    }
}

extension Array: Spellable where Element: Spellable {
    /// The elements' spellings, separated by `+`.
    public var spelling: String { map(\.spelling).joined(separator: "+") }
    /// Reads elements separated by `+`.
    public init?(spelling: some StringProtocol) {
        var elements: [Element] = []
        for part in spelling.split(separator: "+") {
            guard let element = Element(spelling: part) else { return nil }
            elements.append(element)
        }
        self = elements
    }
}

extension Spellable where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var spelling: String { rawValue }
    /// Reads a raw value.
    public init?(spelling: some StringProtocol) { self.init(rawValue: String(spelling)) }
}

extension Fit: Spellable {}
