/// HTTP header fields in the order they were set; names compare without regard to case (RFC 9110,
/// 5.1).
public struct HeaderFields: Hashable, Sendable {
    /// A name and a value.
    public struct Field: Hashable, Sendable {
        /// The name as it was written.
        public let name: String
        /// The value, without surrounding white space.
        public let value: String
    }

    /// All fields, in order.
    public private(set) var fields: [Field] = []

    /// Creates fields from pairs of name and value, in their order.
    public init(_ pairs: [(String, String)] = []) {
        for (name, value) in pairs { append(name, value) }
    }

    /// The value of the first field of that name; setting replaces all of that name, nil removes
    /// them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            fields.removeAll { $0.name.equalsIgnoringCase(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns the values of all fields of that name.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Returns the whole numbers in the fields of that name, in order.
    ///
    /// Several lines of one name are one list, as are several values between commas (RFC 9110,
    /// section 5.3). White space around a number is skipped, and a sign may stand before it. Other
    /// values are left out: ` 100 `, `100abc`, `abc`, an empty line and `7, 8` give 100, 7 and 8.
    public func integers(_ name: String) -> [Int] {
        values(name).flatMap { value in
            value.split(separator: ",").compactMap { Int($0.trimmingSpaces) }
        }
    }

    /// Returns the values of all fields of that name as one list (RFC 9110, section 5.3); nil
    /// without one.
    package func combined(_ name: String) -> String? {
        var list: String?
        for field in fields where field.name.equalsIgnoringCase(name) {
            list = list.map { "\($0), \(field.value)" } ?? field.value
        }
        return list
    }

    /// Returns the members of a list of tokens, in lower case: `a` and `b` of ` A,, b`.
    package func tokens(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.split(separator: ",").map(\.trimmingSpaces.asciiLowered).filter { !$0.isEmpty }
        }
    }

    /// Returns the values of one name as one list without needless blanks: equal for values that
    /// differ in blanks only, or in their split over several fields.
    ///
    /// Blanks beside commas and semicolons are dropped, other runs become one blank. Text in quotes
    /// stays.
    package static func list(_ values: [String]) -> String {
        var (bytes, isQuoted, isEscaped) = ([UInt8](), false, false)
        for byte in values.joined(separator: ",").utf8 {
            if !isQuoted, byte == 32 || byte == 9 {
                if let last = bytes.last, ![32, 44, 59].contains(last) { bytes.append(32) }
                continue
            }
            if !isQuoted, byte == 44 || byte == 59, bytes.last == 32 { bytes.removeLast() }
            if byte == 34, !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == 92 && !isEscaped
            bytes.append(byte)
        }
        if !isQuoted, bytes.last == 32 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a field `name: value`, even if one of that name exists.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates fields in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

/// The status and header fields of a response, or of a file as if it were one.
public struct ResponseHead: Hashable, Sendable {
    /// The URL of the response, after redirects.
    public var url: String
    /// The HTTP status; 200 for files and data.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields

    /// Creates a head; each parameter is the property of its name.
    public init(url: String, status: Int = 200, headers: HeaderFields = HeaderFields()) {
        self.url = url
        self.status = status
        self.headers = headers
    }

    /// The bytes of the texts.
    var byteCount: Int {
        headers.fields.reduce(url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
