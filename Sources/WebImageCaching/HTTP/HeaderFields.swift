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
