import WebImageBytes

/// The names of authors and the copyrights in blocks of metadata.
///
/// Of EXIF `Artist` and `Copyright`, of IPTC the byline, its title, the credit and the copyright
/// notice, of XMP `dc:creator`, `dc:rights` and the properties of `xmpRights`.
enum CopyrightBlock {
    /// The tags of a TIFF directory that say an author or a copyright.
    static let tags: Set<UInt16> = [0x013B, 0x8298]

    /// Returns an EXIF block of these tags, and of all that another one says; nil if there are
    /// none.
    static func exif(of exif: [UInt8], and smallest: [UInt8]?) -> [UInt8]? {
        guard var tree = ExifTree(exif) else { return smallest }
        tree.main.removeAll { !tags.contains($0.tag) }
        tree.below = [:]
        guard let smallest, var other = ExifTree(smallest) else { return tree.block() }
        other.main += tree.main.map { tree.native($0) }
        return other.block() ?? smallest
    }

    /// Returns the IPTC data sets (IIM 4.2) of these fields, and their character set; nil if there
    /// are none.
    static func iptc(of sets: [UInt8]) -> [UInt8]? {
        var (kept, charset): ([UInt8], [UInt8]) = ([], [])
        var at = 0
        while at < sets.count, sets[at] != 0 {
            guard sets[at] == 0x1C, at + 5 <= sets.count, sets[at + 3] & 0x80 == 0 else {
                return nil
            }
            let end = at + 5 + (Int(sets[at + 3]) << 8 | Int(sets[at + 4]))
            guard end <= sets.count else { return nil }
            switch (sets[at + 1], sets[at + 2]) {
            case (1, 90): charset = Array(sets[at..<end])
            case (2, 80), (2, 85), (2, 110), (2, 116): kept += sets[at..<end]
            default: break
            }
            at = end
        }
        return kept.isEmpty ? nil : charset + kept
    }

    /// Returns an XMP packet of these properties, that are copied as they are; nil if there are
    /// none.
    static func xmp(of packet: [UInt8]) -> [UInt8]? {
        var reader = CopyrightProperties(packet)
        guard let properties = try? reader.run(), !properties.isEmpty else { return nil }
        let head = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
            """
        return Array(head.utf8) + properties
            + Array("</rdf:Description></rdf:RDF></x:xmpmeta>".utf8)
    }
}

/// The properties of an XMP packet that say an author or a copyright.
private struct CopyrightProperties {
    private let packet: [UInt8]
    private var scanner: MarkupScanner
    private var result: [UInt8] = []
    /// The names of the elements that are open.
    private var open: [Range<Int>] = []
    /// The start of a property, and the number of elements around it.
    private var property: (start: Int, depth: Int)?
    /// `true` if the property has elements of RDF only.
    private var isPlain = true

    init(_ packet: [UInt8]) {
        self.packet = packet
        scanner = MarkupScanner(packet, at: 0)
    }

    /// Returns them as elements, also those that are attributes.
    mutating func run() throws(CodecError) -> [UInt8] {
        while case let start = scanner.place, let part = try scanner.next() {
            switch part {
            case .start(let tag): try begin(tag, at: start)
            case .end(let name): try end(name)
            case .text(let range):
                if property != nil { _ = try resolved(range) }
            case .section, .comment: break
            }
        }
        return result
    }

    private mutating func begin(_ tag: MarkupTag, at start: Int) throws(CodecError) {
        let name = packet[tag.name]
        if property != nil {
            isPlain = isPlain && name.starts(with: "rdf:".utf8)
        } else if Self.isKept(name) {
            if !tag.isEmpty { (property, isPlain) = ((start, open.count), true) }
        } else if name.elementsEqual("rdf:Description".utf8) {
            for (name, value) in tag.attributes where Self.isKept(packet[name]) {
                result += Array("<".utf8) + packet[name] + Array(">".utf8)
                result += try resolved(value)
                result += Array("</".utf8) + packet[name] + Array(">".utf8)
            }
        }
        guard !tag.isEmpty else { return }
        open.append(tag.name)
        guard open.count <= 64 else { throw .limit("XMP of more than 64 levels") }
    }

    private mutating func end(_ name: Range<Int>) throws(CodecError) {
        guard let last = open.popLast(), packet[last] == packet[name] else {
            throw scanner.damaged("an end tag without its start tag")
        }
        guard let whole = property, whole.depth == open.count else { return }
        if isPlain { result += packet[whole.start..<scanner.place] }
        property = nil
    }

    /// Returns a text whose references are those of XML itself.
    private func resolved(_ range: Range<Int>) throws(CodecError) -> ArraySlice<UInt8> {
        try MarkupScanner.checked(packet[range])
    }

    private static func isKept(_ name: ArraySlice<UInt8>) -> Bool {
        name.elementsEqual("dc:rights".utf8) || name.elementsEqual("dc:creator".utf8)
            || name.starts(with: "xmpRights:".utf8)
    }
}

extension [UInt8] {
    /// Returns the bytes filled up to a length; nil if they are longer.
    func padded(to count: Int, with byte: UInt8) -> [UInt8]? {
        guard self.count <= count else { return nil }
        return self + [UInt8](repeating: byte, count: count - self.count)
    }
}
