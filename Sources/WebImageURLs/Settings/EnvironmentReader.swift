import WebImageCaching
import WebImageCoding
public import WebImageTransforms

/// A reader of settings in environment variables, whose names have a common prefix.
///
/// A variable that is empty or blank counts as unset, and white space around a value is dropped. Every
/// method returns nil for an unset one, and throws a ``SettingFault`` that names the variable and
/// the form that is expected.
///
/// ```swift
/// import Foundation
/// import WebImageURLs
///
/// let reader = EnvironmentReader(ProcessInfo.processInfo.environment, prefix: "IMGPROXY_")
/// let quality = try reader.integer("QUALITY", in: 1...100) ?? 80
/// ```
public struct EnvironmentReader: Sendable {
    private let environment: [String: String]
    /// The text before the names of all variables.
    public let prefix: String

    /// Creates a reader of variables whose names begin with a prefix.
    public init(_ environment: [String: String], prefix: String = "") {
        (self.environment, self.prefix) = (environment, prefix)
    }

    /// Returns the value without white space around it.
    public func text(_ name: String) -> String? {
        let value = environment[prefix + name].map(Self.trimmed) ?? ""
        return value.isEmpty ? nil : value
    }

    /// Returns the fault of a variable.
    ///
    /// - Parameters:
    ///   - name: The name without prefix.
    ///   - expected: The form that is expected, such as `a colour`.
    ///   - isSecret: `true` leaves the value out of the fault.
    public func fault(
        _ name: String, expected: String, isSecret: Bool = false
    ) -> SettingFault {
        let found = isSecret ? "" : ", found '\((text(name) ?? "").printable)'"
        return SettingFault(prefix + name, "expected \(expected)\(found)")
    }

    /// Returns `true` for `1`, `t`, `T`, `true`, `TRUE` and `True`, `false` for their contraries.
    public func boolean(_ name: String) throws(SettingFault) -> Bool? {
        guard let text = text(name) else { return nil }
        guard let value = Bool(word: text) else { throw fault(name, expected: "true or false") }
        return value
    }

    /// Returns a whole number of a range.
    public func integer(_ name: String, in range: ClosedRange<Int>) throws(SettingFault) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw fault(name, expected: "a whole number\(range.words)")
        }
        return value
    }

    /// Returns a number of a range; infinity and texts such as `nan` and `0x10` are none.
    public func number(
        _ name: String, in range: ClosedRange<Double>
    ) throws(SettingFault) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Double(decimal: text), range.contains(value) else {
            throw fault(name, expected: "a number\(range.words)")
        }
        return value
    }

    /// Returns a time that is written in whole seconds.
    public func seconds(
        _ name: String, in range: ClosedRange<Int> = 0...Int(Int32.max)
    ) throws(SettingFault) -> Duration? {
        try integer(name, in: range).map { .seconds($0) }
    }

    /// Returns the colour of 3 or 6 hexadecimal digits.
    public func color(_ name: String) throws(SettingFault) -> RGBAColor? {
        guard let text = text(name) else { return nil }
        guard let color = RGBAColor(digits: text) else {
            throw fault(name, expected: "a colour of 3 or 6 hexadecimal digits, such as 3366ff")
        }
        return color
    }

    /// Returns a text without white space at its ends.
    static func trimmed(_ text: String) -> String {
        let isSpace = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
        var bytes = Substring(text).utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

extension Bool {
    /// Creates the value of one of the words by which Go spells it; nil for any other text.
    init?(word: some StringProtocol) {
        switch word {
        case "1", "t", "T", "true", "TRUE", "True": self = true
        case "0", "f", "F", "false", "FALSE", "False": self = false
        default: return nil
        }
    }
}

extension RGBAColor {
    /// Creates an opaque colour of 3 or 6 hexadecimal digits; nil for any other text.
    init?(digits: some StringProtocol) {
        guard digits.utf8.count == 3 || digits.utf8.count == 6 else { return nil }
        var values = digits.utf8.compactMap(Hexadecimal.value)
        guard values.count == digits.utf8.count else { return nil }
        if values.count == 3 { values = values.flatMap { [$0, $0] } }
        self.init(
            red: values[0] << 4 | values[1], green: values[2] << 4 | values[3],
            blue: values[4] << 4 | values[5])
    }
}
