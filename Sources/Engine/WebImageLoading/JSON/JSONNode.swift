/// A value of a JSON text (RFC 8259) with the line that it begins in, so that errors can name it.
package struct JSONNode: Sendable {
    /// A member of an object, with the line of its name.
    package struct Member: Sendable {
        package let name: String
        package let line: Int
        package let node: JSONNode
    }

    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package let value: Value
    /// The line, from 1.
    package let line: Int

    /// Reads a text in UTF-8, with a byte order mark before it or without.
    ///
    /// - Throws: The line and the reason, also for a name that an object has twice and for more
    ///   than 32 values inside each other.
    package init(reading bytes: some Collection<UInt8>) throws(JSONFault) {
        var reader = JSONReader(Array(bytes))
        self = try reader.text()
    }

    init(_ value: Value, line: Int) { (self.value, self.line) = (value, line) }

    /// The text of a string; nil for other values.
    package var text: String? { if case .string(let text) = value { text } else { nil } }

    /// The members of an object; nil for other values.
    package var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The elements of an array; nil for other values.
    package var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    /// The kind of the value in words.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// Returns the value at a path of names, and of indices from 0 in lists; nil if there is none.
    package func value(at path: some Sequence<String>) -> JSONNode? {
        path.reduce(self) { node, name in
            if let members = node?.members { return members.first { $0.name == name }?.node }
            guard let elements = node?.elements, let index = Int(digits: name),
                elements.indices.contains(index)
            else { return nil }
            return elements[index]
        }
    }
}

/// The defect of a JSON text.
package struct JSONFault: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The reason in one phrase.
    package let reason: String

    package init(_ line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }
}
