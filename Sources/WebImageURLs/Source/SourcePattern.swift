/// The beginning of addresses, with `*` for any text without a slash.
///
/// In front of the path a star does not pass `?`, `#` and `\` either, which end the host: in
/// `http://*.example.com/` it is always a part of the host.
public struct SourcePattern: Hashable, Sendable {
    /// The text of the pattern.
    public let text: String
    /// The texts around the stars.
    private let literals: [[UInt8]]

    /// Creates a pattern, such as `https://example.com/` or `https://*.example.com/`.
    public init(_ text: String) {
        self.text = text
        literals = text[...].pieces(at: "*").map { Array($0.utf8) }
    }

    /// Returns `true` if an address begins with the pattern and cannot leave it.
    ///
    /// It does not match an address with `.` or `..` as a part of its path, which loaders resolve, nor
    /// one that has the pattern's text as the user of another host.
    public func allows(_ address: String) -> Bool {
        let bytes = AddressBytes(address)
        guard let match = match(bytes), !bytes.hasDotSegments else { return false }
        let hidden = bytes.text[..<bytes.hostEnd].dropFirst(max(match.end, bytes.hostStart))
        return !hidden.contains(UInt8(ascii: "@"))
    }

    /// The bytes of an address that a pattern covers.
    struct Match {
        /// The offset behind the pattern.
        var end: Int
        /// The bytes of each star, as many as possible.
        var stars: [Range<Int>] = []
    }

    /// Returns the covered bytes; nil if the address does not begin with the pattern.
    func match(_ address: AddressBytes) -> Match? {
        let text = address.text
        guard text.starts(with: literals[0]) else { return nil }
        var tables: [[Int]] = []
        for literal in literals.dropFirst().reversed() {
            tables.append(Self.reach(of: literal, before: tables.last, in: address))
        }
        var match = Match(end: literals[0].count)
        for (literal, table) in zip(literals.dropFirst(), tables.reversed()) {
            let start = table[match.end]
            guard start >= 0 else { return nil }
            match.stars.append(match.end..<start)
            match.end = start + literal.count
        }
        return match
    }

    /// Returns, for each offset of a star, the last offset at which the literal behind it may begin;
    /// -1 for none.
    private static func reach(
        of literal: [UInt8], before next: [Int]?, in address: AddressBytes
    ) -> [Int] {
        let text = address.text
        var table = [Int](repeating: -1, count: text.count + 1)
        for offset in stride(from: text.count, through: 0, by: -1) {
            let isEnd =
                offset == text.count || text[offset] == UInt8(ascii: "/")
                || offset == address.hostEnd
            if !isEnd { table[offset] = table[offset + 1] }
            // Most bytes are not the first one of the literal.
            guard table[offset] < 0, literal.first.map({ text[offset...].first == $0 }) ?? true
            else { continue }
            if text[offset...].starts(with: literal),
                next.map({ $0[offset + literal.count] >= 0 }) ?? true
            {
                table[offset] = offset
            }
        }
        return table
    }
}

/// An address byte by byte.
struct AddressBytes {
    let text: [UInt8]
    /// The offset behind `://`, or of the end if there is none.
    let hostStart: Int
    /// The offset of the byte that ends user, host and port.
    let hostEnd: Int

    init(_ address: String) {
        text = Array(address.utf8)
        let slashes = address[...].firstRange(ofBytes: "://")?.upperBound
        hostStart = address.utf8.distance(
            from: address.startIndex, to: slashes ?? address.endIndex)
        hostEnd = text[hostStart...].firstIndex { Self.ends.contains($0) } ?? text.count
    }

    private static let ends = Array(#"/?#\"#.utf8)

    /// `true` if a part of the path is `.` or `..`, also in escapes.
    var hasDotSegments: Bool {
        // The path of a local file may have marks that divide other addresses.
        let isLocal = text.starts(with: "local:".utf8)
        let path = text[(isLocal ? 0 : hostEnd)...].prefix {
            isLocal || $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let parts = path.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: #"\"#) }
        return parts.contains { part in
            guard part.count <= 6 else { return false }
            let name = String(decoding: part, as: UTF8.self).lowercased()
                .split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
            return name == "." || name == ".."
        }
    }
}
