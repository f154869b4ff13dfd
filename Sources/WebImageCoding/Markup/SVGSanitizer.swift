/// Removes the active parts of SVG texts, so that a server can pass them to browsers.
///
/// Gone are scripts and event attributes, frames, plug-ins, forms, elements of HTML that are more than
/// text, animations of links, and links but those of `http`, `https` and without a scheme. A `use` links
/// to its own document only, and an `image` also to `data:`. Comments, processing instructions and
/// the document type go as well; entities that it declares as text are written out. All else stays
/// byte for byte.
///
/// ```swift
/// let safe = try SVGSanitizer().sanitized(bytes)
/// ```
public struct SVGSanitizer: Hashable, Sendable {
    /// The most bytes of a text, 16 MiB by default.
    public var maxByteCount = 16 << 20
    /// The most elements inside of each other, 256 by default as in librsvg.
    public var maxDepth = 256

    /// Creates a sanitizer.
    public init() {}

    /// Returns a text without its active parts; O(n) in time and memory.
    ///
    /// - Parameter bytes: The text, in UTF-8, UTF-16 with a byte order mark, or an encoding of single
    ///   bytes that its XML declaration names; not gzipped.
    /// - Returns: The text in the same encoding, that of UTF-16 in UTF-8.
    /// - Throws: `CodecError` if it is no well-formed XML, its root is not `svg`, it exceeds a limit, or
    ///   has another encoding.
    public func sanitized(_ bytes: ByteBlock) throws(CodecError) -> ByteBlock {
        guard bytes.count <= maxByteCount else {
            throw .limit("SVG text of \(bytes.count) bytes, more than \(maxByteCount)")
        }
        let text = try bytes.withSpan { bytes throws(CodecError) in try MarkupText(bytes) }
        var sanitizing = Sanitizing(text, maxDepth: max(1, maxDepth))
        return ByteBlock(copying: try sanitizing.run())
    }
}

/// The sanitising of one text.
private struct Sanitizing {
    private var scanner: MarkupScanner
    private var entities = MarkupEntities()
    private let maxDepth: Int
    private var output: [UInt8]
    /// The names of the elements that are open.
    private var open: [Range<Int>] = []
    private var hasRoot = false
    /// The number of open elements at which all is removed; nil outside.
    private var removedDepth: Int?
    /// The number of open elements at which content of other kinds begins; nil outside.
    private var foreignDepth: Int?

    init(_ text: MarkupText, maxDepth: Int) {
        scanner = MarkupScanner(text.bytes, at: text.start)
        output = text.declaration
        output.reserveCapacity(text.bytes.count)
        self.maxDepth = maxDepth
    }

    mutating func run() throws(CodecError) -> [UInt8] {
        while let part = try scanner.next() {
            switch part {
            case .text(let range): try write(text: range)
            case .section(let range):
                guard !open.isEmpty else { throw scanner.damaged("text outside of the root") }
                if removedDepth == nil { output += scanner.bytes[range] }
            case .start(let tag): try begin(tag)
            case .end(let name): try end(name)
            case .documentType(let entities):
                guard !hasRoot else { throw scanner.damaged("a document type behind the root") }
                self.entities = entities
            case .comment: break
            }
        }
        guard hasRoot, open.isEmpty else {
            throw .truncated(.svg, "the text ends before its root element does")
        }
        return output
    }

    private mutating func write(text range: Range<Int>) throws(CodecError) {
        let text = scanner.bytes[range]
        guard !open.isEmpty || text.allSatisfy(MarkupScanner.isSpace) else {
            throw scanner.damaged("text outside of the root")
        }
        if removedDepth == nil { output += try entities.resolved(text) }
    }

    private mutating func begin(_ tag: MarkupTag) throws(CodecError) {
        let element = SVGRules.localName(scanner.bytes[tag.name])
        guard !open.isEmpty || !hasRoot && element == "svg" else {
            throw scanner.damaged("expected one root element svg, found '\(element.prefix(40))'")
        }
        guard open.count < maxDepth else { throw .limit("elements \(open.count + 1) deep") }
        hasRoot = true
        var isRemoved = removedDepth != nil
        if !isRemoved { isRemoved = try !write(tag, element) }
        guard !tag.isEmpty else { return }
        open.append(tag.name)
        if isRemoved, removedDepth == nil { removedDepth = open.count }
        if element == "foreignobject", foreignDepth == nil { foreignDepth = open.count }
    }

    /// Writes a start tag; returns `false` if its element is removed.
    private mutating func write(_ tag: MarkupTag, _ element: String) throws(CodecError) -> Bool {
        guard SVGRules.keeps(element, isForeign: foreignDepth != nil) else { return false }
        var written = [UInt8(ascii: "<")] + scanner.bytes[tag.name]
        for (name, value) in tag.attributes {
            let attribute = SVGRules.localName(scanner.bytes[name])
            let text = try entities.resolved(scanner.bytes[value])
            if attribute == "attributename", SVGRules.isActive(MarkupEntities.plain(text)) {
                return false
            }
            guard SVGRules.keeps(attribute, text, of: element) else { continue }
            let quote = scanner.bytes[value.upperBound]
            written.append(0x20)
            written += scanner.bytes[name]
            written += [UInt8(ascii: "="), quote]
            written += text
            written.append(quote)
        }
        output += written
        output += Array((tag.isEmpty ? "/>" : ">").utf8)
        return true
    }

    private mutating func end(_ name: Range<Int>) throws(CodecError) {
        guard let last = open.last, scanner.bytes[last] == scanner.bytes[name] else {
            throw scanner.damaged("an end tag without its start tag")
        }
        if removedDepth == nil {
            output += Array("</".utf8) + scanner.bytes[name] + [UInt8(ascii: ">")]
        }
        if removedDepth == open.count { removedDepth = nil }
        if foreignDepth == open.count { foreignDepth = nil }
        open.removeLast()
    }
}
