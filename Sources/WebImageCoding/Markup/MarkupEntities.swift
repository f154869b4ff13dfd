/// The entities that a document type declares, and the references to them.
///
/// An entity is used if it is text without references and markup, such as the addresses of namespaces
/// that drawing programs declare. The document type itself is no part of what is written.
struct MarkupEntities {
    /// The values, in which quotes and brackets are references; nil for those that are not used.
    private var values: [[UInt8]: [UInt8]?] = [:]
    /// The bytes that references may still bring.
    private var left = 1 << 20

    /// Creates no entities.
    init() {}

    /// Reads a document type behind its first word.
    ///
    /// - Throws: `CodecError` if it is damaged, or refers to entities for its own declarations.
    init(_ scanner: inout MarkupScanner) throws(CodecError) {
        guard scanner.passSpace() else { throw scanner.damaged("expected a document type") }
        _ = try scanner.name()
        while true {
            scanner.passSpace()
            if scanner.skip(">") { return }
            if scanner.skip("[") {
                try readSubset(&scanner)
            } else if scanner.skip("SYSTEM") || scanner.skip("PUBLIC") {
                scanner.passSpace()
            } else {
                _ = try scanner.quoted(mayOpen: true)
            }
        }
    }

    private mutating func readSubset(_ scanner: inout MarkupScanner) throws(CodecError) {
        while true {
            scanner.passSpace()
            if scanner.skip("]") { return }
            if scanner.skip("<!--") {
                try scanner.pass("-->")
            } else if scanner.skip("<?") {
                try scanner.pass("?>")
            } else if scanner.skip("<!ENTITY") {
                try readEntity(&scanner)
            } else if scanner.skip("<!") {
                try Self.passDeclaration(&scanner)
            } else if scanner.skip("%") {
                throw .unsupported(.svg, "entities in a document type")
            } else {
                throw scanner.damaged("expected a declaration")
            }
        }
    }

    private mutating func readEntity(_ scanner: inout MarkupScanner) throws(CodecError) {
        scanner.passSpace()
        if scanner.skip("%") { return try Self.passDeclaration(&scanner) }
        let name = Array(scanner.bytes[try scanner.name()])
        scanner.passSpace()
        var value: [UInt8]?
        if let quote = scanner.bytes[scanner.place...].first, quote == 0x22 || quote == 0x27 {
            let text = scanner.bytes[try scanner.quoted(mayOpen: true)]
            if !text.contains(where: { [0x26, 0x25, 0x3C].contains($0) }) {
                value = text.flatMap { Self.written[$0] ?? [$0] }
            }
        }
        try Self.passDeclaration(&scanner)
        // The first declaration counts.
        if values[name] == nil { values.updateValue(value, forKey: name) }
    }

    private static func passDeclaration(_ scanner: inout MarkupScanner) throws(CodecError) {
        while !scanner.skip(">") {
            guard scanner.place < scanner.bytes.count else {
                throw .truncated(.svg, "the text ends inside its document type")
            }
            if [0x22, 0x27].contains(scanner.bytes[scanner.place]) {
                _ = try scanner.quoted(mayOpen: true)
            } else {
                _ = scanner.byte()
            }
        }
    }

    /// The references for characters that end a value or begin markup.
    private static let written: [UInt8: [UInt8]] = [
        0x22: Array("&quot;".utf8), 0x27: Array("&apos;".utf8), 0x3E: Array("&gt;".utf8),
    ]

    /// Returns a text whose references are those of XML itself; entities are replaced by their values.
    ///
    /// - Throws: `CodecError` for a reference to what is not declared, or too many bytes of them.
    mutating func resolved(_ text: ArraySlice<UInt8>) throws(CodecError) -> ArraySlice<UInt8> {
        guard var next = text.firstIndex(of: UInt8(ascii: "&")) else { return text }
        var (result, start): ([UInt8], Int) = ([], text.startIndex)
        while true {
            let name = try Self.name(in: text, at: next)
            if Self.character(name) == nil {
                guard let value = values[Array(name)] ?? nil else {
                    let found = String(decoding: name.prefix(40), as: UTF8.self)
                    throw .damaged(.svg, "the entity '\(found)' is not declared as text")
                }
                left -= value.count
                guard left >= 0 else { throw .limit("entities of more than a megabyte") }
                result += text[start..<next] + value
                start = name.endIndex + 1
            }
            guard let following = text[name.endIndex...].firstIndex(of: UInt8(ascii: "&")) else {
                break
            }
            next = following
        }
        result += text[start...]
        return result[...]
    }

    /// Returns the characters of a resolved text, in UTF-8.
    static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
        while let next = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<next]
            guard let name = try? name(in: rest, at: next), let character = character(name) else {
                result.append(rest[next])
                rest = rest[(next + 1)...]
                continue
            }
            result += character
            rest = rest[(name.endIndex + 1)...]
        }
        return result + rest
    }

    /// Returns the name between `&` and `;`.
    private static func name(
        in text: ArraySlice<UInt8>, at place: Int
    ) throws(CodecError) -> ArraySlice<UInt8> {
        let rest = text[(place + 1)...].prefix(64)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), end > rest.startIndex else {
            throw .damaged(.svg, "expected the name of an entity behind &, at byte \(place)")
        }
        return rest[..<end]
    }

    /// Returns the character of a reference of XML itself, in UTF-8; nil for another one.
    private static func character(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        let text = String(decoding: name, as: UTF8.self)
        let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let character = known[text] { return Array(character.utf8) }
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = code.flatMap({ Unicode.Scalar($0) }),
            scalar.value >= 0x20 || [9, 10, 13].contains(scalar.value)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }
}
