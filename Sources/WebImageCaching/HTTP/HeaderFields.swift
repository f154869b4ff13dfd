/// HTTP header fields in the order they were set; names compare without regard to case (RFC 9110, 5.1).
public struct HeaderFields: Hashable, Sendable {
    /// One field.
    public struct Field: Hashable, Sendable {
        /// The name as it was written.
        public let name: String
        /// The value, without surrounding white space.
        public let value: String
    }

    /// All fields, in order.
    public private(set) var fields: [Field] = []

    /// No fields, or those of pairs.
    public init(_ pairs: [(String, String)] = []) {
        for (name, value) in pairs { append(name, value) }
    }

    /// The value of the first field of that name; setting replaces all of that name, nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            fields.removeAll { $0.name.equalsIgnoringCase(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all fields of that name.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Adds a field behind the others, whatever their names.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Fields in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }
}

extension String {
    /// Whether both are the same ASCII text but for case.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
    }

    /// The text with ASCII capitals made small.
    package var asciiLowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var trimmingSpaces: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension UInt8 {
    /// The lower-case letter of an upper-case ASCII one, else itself.
    package var lowered: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }
}
