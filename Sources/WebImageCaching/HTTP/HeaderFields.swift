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

extension HeaderFields {
    /// The whole numbers that the fields of that name say, in order.
    ///
    /// Several lines of one name are one list, as are several values between commas (RFC 9110,
    /// section 5.3). White space around a number is skipped, a sign may stand before it; what is no
    /// number from its first character to its last is left out: of ` 100 `, `100abc`, `abc`, an
    /// empty line and `7, 8` there remain 100, 7 and 8.
    public func integers(_ name: String) -> [Int] {
        values(name).flatMap { value in
            value.split(separator: ",").compactMap { Int($0.trimmingSpaces) }
        }
    }
}
