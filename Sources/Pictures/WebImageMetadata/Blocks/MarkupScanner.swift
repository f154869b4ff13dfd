import WebImageBytes

/// The parts of an XMP packet (XML 1.0), one after the other.
///
/// Only what all readers read alike is accepted: names, quoted values without `<`, tags that are
/// closed.
struct MarkupScanner {
    /// A part of a text.
    enum Part {
        /// Characters and references.
        case text(Range<Int>)
        /// A section of characters with its brackets.
        case section(Range<Int>)
        case start(MarkupTag)
        /// The tag that closes an element, by its name.
        case end(Range<Int>)
        /// A comment or a processing instruction.
        case comment
    }

    private static let format = ImageFormat(rawValue: "xmp")

    let bytes: [UInt8]
    private(set) var place: Int

    /// Creates a scanner of a text, from an offset.
    init(_ bytes: [UInt8], at place: Int) { (self.bytes, self.place) = (bytes, place) }

    /// Returns the next part; nil at the end.
    ///
    /// - Throws: `CodecError` if the text is none of XML, or has a document type.
    mutating func next() throws(CodecError) -> Part? {
        guard place < bytes.count else { return nil }
        let start = place
        guard bytes[place] == UInt8(ascii: "<") else {
            place = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            return .text(start..<place)
        }
        if skip("<!--") {
            try pass("-->")
            return .comment
        }
        if skip("<![CDATA[") {
            try pass("]]>")
            return .section(start..<place)
        }
        if skip("<!DOCTYPE") { throw .unsupported(Self.format, "a document type") }
        if skip("<?") {
            try pass("?>")
            return .comment
        }
        if skip("</") {
            let name = try name()
            passSpace()
            guard skip(">") else { throw damaged("expected > after the name of an end tag") }
            return .end(name)
        }
        return .start(try tag())
    }

    private mutating func tag() throws(CodecError) -> MarkupTag {
        place += 1
        var tag = MarkupTag(name: try name())
        var names: Set<ArraySlice<UInt8>> = []
        while true {
            let isApart = passSpace()
            if skip("/>") {
                tag.isEmpty = true
                return tag
            }
            if skip(">") { return tag }
            guard isApart else { throw damaged("expected a space in front of an attribute") }
            let name = try name()
            passSpace()
            guard skip("=") else { throw damaged("expected = after the name of an attribute") }
            passSpace()
            tag.attributes.append((name, try quoted()))
            guard names.insert(bytes[name]).inserted else {
                throw damaged("an element has an attribute twice")
            }
        }
    }

    /// Reads a value in quotes; returns the range between them.
    private mutating func quoted() throws(CodecError) -> Range<Int> {
        guard place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27,
            let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { throw damaged("expected a value in quotes") }
        let value = place + 1..<end
        guard !bytes[value].contains(UInt8(ascii: "<")) else {
            throw damaged("a value has <")
        }
        place = end + 1
        return value
    }

    /// Reads a name.
    private mutating func name() throws(CodecError) -> Range<Int> {
        let start = place
        while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
        guard start < place, !"-.0123456789".utf8.contains(bytes[start]) else {
            throw damaged("expected a name")
        }
        return start..<place
    }

    /// Passes a text if it is next; returns `false` if it is not.
    private mutating func skip(_ text: StaticString) -> Bool {
        guard bytes.has(text, at: place) else { return false }
        place += text.utf8CodeUnitCount
        return true
    }

    /// Passes white space; returns `true` if there is some.
    @discardableResult
    private mutating func passSpace() -> Bool {
        let start = place
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        return start < place
    }

    /// Passes everything up to an end, and the end itself.
    private mutating func pass(_ end: StaticString) throws(CodecError) {
        while !skip(end) {
            guard place < bytes.count else {
                throw .truncated(Self.format, "the text ends before \(end)")
            }
            place += 1
        }
    }

    /// Returns an error with the place.
    func damaged(_ what: String) -> CodecError {
        .damaged(Self.format, "\(what), at byte \(place)")
    }

    /// Returns a text whose references are those of XML itself.
    ///
    /// - Throws: `CodecError` for one of an entity, which a document type would declare.
    static func checked(_ text: ArraySlice<UInt8>) throws(CodecError) -> ArraySlice<UInt8> {
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[(start + 1)...]
            guard let end = rest.prefix(64).firstIndex(of: UInt8(ascii: ";")),
                isOfXML(String(decoding: rest[..<end], as: UTF8.self))
            else { throw .damaged(format, "a reference of no character, at byte \(start)") }
            rest = rest[(end + 1)...]
        }
        return text
    }

    /// Returns `true` for the name of a reference to a character of XML.
    private static func isOfXML(_ name: String) -> Bool {
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
        guard name.hasPrefix("#") else { return false }
        let digits = name.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map {
            $0.value >= 0x20 || [9, 10, 13].contains($0.value)
        } ?? false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }

    private static func isName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":": true
        default: byte >= 0x80
        }
    }
}

/// The start tag of an element.
struct MarkupTag {
    let name: Range<Int>
    /// The names and the values, without their quotes.
    var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    /// `true` if the element has no content and no end tag.
    var isEmpty = false

    init(name: Range<Int>) { self.name = name }
}

extension [UInt8] {
    /// Returns `true` if an ASCII text stands at an offset.
    func has(_ text: StaticString, at place: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place <= self.count - count else { return false }
        // Safe because the buffer of a static string is never released.
        return text.withUTF8Buffer { expected in
            expected.indices.allSatisfy { unsafe self[place + $0] == expected[$0] }
        }
    }
}
