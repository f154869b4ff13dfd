public import WebImageCoding
public import WebImagePixels

/// A value with one spelling in keys, whatever the locale; different values have different ones.
public protocol Spellable {
    /// The value as text.
    var spelling: String { get }
}

/// A value that is read from its spelling, in arguments of transforms.
public protocol ParsableValue: Spellable {
    /// Reads a value; nil for any other text.
    init?(spelling: some StringProtocol)
}

extension Bool: Spellable {
    /// `true` or `false`.
    public var spelling: String { self ? "true" : "false" }
}

extension Int: ParsableValue {
    /// Decimal digits.
    public var spelling: String { String(self) }
    /// Reads decimal digits.
    public init?(spelling: some StringProtocol) { self.init(spelling, radix: 10) }
}

extension FixedWidthInteger {
    /// Reads decimal digits only; `nil` for a sign, which the standard initializer accepts.
    init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        self.init(text, radix: 10)
    }
}

extension Double: ParsableValue {
    /// The shortest digits that read back the same; a whole number without a point.
    public var spelling: String { decimal }
    /// Reads a finite decimal number.
    public init?(spelling: some StringProtocol) { self.init(decimal: spelling) }
}

extension String: ParsableValue {
    /// Letters, digits and `-._~` as they are, all other bytes as `%XX`.
    public var spelling: String { PercentCoding.encodeComponent(self) }
    /// Reads text with `%XX` escapes.
    public init?(spelling: some StringProtocol) {
        guard let bytes = PercentCoding.decode(spelling.utf8, isStrict: true),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self = text
    }
}

extension PixelSize: ParsableValue {
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
        guard let value = Int(digits: text), value > 0, value <= 1 << 24 else { return nil }
        return value
    }
}

extension Optional: Spellable where Wrapped: Spellable {
    private static var mark: String { "some:" }

    /// The value's spelling, `none` without one; `some:` precedes a spelling that is ambiguous.
    public var spelling: String {
        guard let spelling = map(\.spelling) else { return "none" }
        return spelling == "none" || spelling.hasPrefix(Self.mark) ? Self.mark + spelling : spelling
    }
}

extension Spellable where Self: RawRepresentable, RawValue == String {
    /// The raw value, escaped as a string is.
    public var spelling: String { rawValue.spelling }
}

extension ParsableValue where Self: RawRepresentable, RawValue == String {
    /// Reads a raw value.
    public init?(spelling: some StringProtocol) {
        guard let value = String(spelling: spelling) else { return nil }
        self.init(rawValue: value)
    }
}

extension Fit: ParsableValue {}

extension TargetSizing: ParsableValue {
    /// Reads a rule; the initializer that throws names the error.
    public init?(spelling: some StringProtocol) { try? self.init(spelling) }
}

extension Array: Spellable where Element: Spellable {
    /// The elements' spellings, separated by `+`; `!` escapes a `+` or `!` inside of one.
    ///
    /// No elements are the empty text, so a single empty element is `!`.
    public var spelling: String {
        if count == 1, self[0].spelling.isEmpty { return "!" }
        return map { element in
            element.spelling.reduce(into: "") { text, character in
                if character == "+" || character == "!" { text.append("!") }
                text.append(character)
            }
        }
        .joined(separator: "+")
    }
}

extension Duration: Spellable {
    private static let attosecondDigits = 18

    /// Seconds and the unit, as in `1.5s`; exact.
    public var spelling: String {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        guard attoseconds != 0 else { return "\(sign)\(seconds.magnitude)s" }
        let digits = String(attoseconds.magnitude)
        var fraction = String(repeating: "0", count: Self.attosecondDigits - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(sign)\(seconds.magnitude).\(fraction)s"
    }
}
