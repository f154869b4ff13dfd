import WebImageBytes

/// The properties of one namespace in an XMP packet.
struct XMPProperties {
    /// The values by their names; a list has several.
    private var values: [String: [String]] = [:]

    /// The most characters of a value that are read.
    private static let maxByteCount = 256

    /// Reads a packet; nil if it has no property of the namespace, or is no XML.
    init?(_ packet: [UInt8], namespace: String) {
        guard packet.contains(namespace.utf8) else { return nil }
        do throws(CodecError) {
            try read(packet, namespace)
        } catch {
            return nil
        }
        if values.isEmpty { return nil }
    }

    /// Returns the values of a property; empty if it is missing.
    subscript(name: String) -> [String] { values[name, default: []] }

    private mutating func read(_ packet: [UInt8], _ namespace: String) throws(CodecError) {
        var scanner = MarkupScanner(packet, at: 0)
        var prefixes: Set<String> = []
        var open: (name: String, depth: Int)?
        var depth = 0
        while let part = try scanner.next() {
            switch part {
            case .start(let tag):
                prefixes.formUnion(Self.prefixes(of: namespace, in: tag, packet))
                for attribute in tag.attributes {
                    if let name = Self.name(attribute.name, prefixes, packet) {
                        values[name] = [Self.text(attribute.value, packet)]
                    }
                }
                guard !tag.isEmpty else { continue }
                depth += 1
                if open == nil, let name = Self.name(tag.name, prefixes, packet) {
                    (open, values[name]) = ((name, depth), [])
                }
            case .end:
                if open?.depth == depth { open = nil }
                depth -= 1
            case .text(let range):
                let text = Self.text(range, packet)
                if let open, !text.isEmpty { values[open.name, default: []].append(text) }
            case .section, .comment: break
            }
        }
    }

    /// Returns the prefixes that an element declares for a namespace.
    private static func prefixes(
        of namespace: String, in tag: MarkupTag, _ packet: [UInt8]
    ) -> [String] {
        tag.attributes.compactMap { name, value in
            guard packet.has("xmlns:", at: name.lowerBound),
                packet[value].elementsEqual(namespace.utf8)
            else { return nil }
            return String(decoding: packet[name].dropFirst(6), as: UTF8.self)
        }
    }

    /// Returns a name without its prefix; nil for another namespace.
    private static func name(
        _ range: Range<Int>, _ prefixes: Set<String>, _ packet: [UInt8]
    ) -> String? {
        let parts = packet[range].split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, prefixes.contains(String(decoding: parts[0], as: UTF8.self)) else {
            return nil
        }
        return String(decoding: parts[1], as: UTF8.self)
    }

    /// Returns a text without white space around it.
    private static func text(_ range: Range<Int>, _ packet: [UInt8]) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
        let text = packet[range].drop(while: isSpace).prefix(maxByteCount)
        let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? text.startIndex
        return String(decoding: text[..<end], as: UTF8.self)
    }
}
