/// The beginning of addresses, with `*` for any text without a slash.
///
/// It is compared with the parts of an address as they are read: scheme and host in lower case, the
/// port if it is not the scheme's own, the path with its escapes resolved. A user does not count. A
/// pattern that ends within the host is the whole host: `https://example.com` is any path there,
/// and nothing of `https://example.com.evil.test/`. A star stays within the host, or its part of
/// the path.
public struct SourcePattern: Hashable, Sendable {
    /// The text of the pattern.
    public let text: String
    /// The texts around the stars, as written.
    private let written: [[UInt8]]
    /// The texts around the stars, in the form of addresses that are compared.
    private let literals: [[UInt8]]
    /// `true` if other hosts may begin with the pattern.
    package let hasOpenHost: Bool

    /// Creates a pattern, such as `https://example.com/` or `https://*.example.com/`.
    public init(_ text: String) { self.init(text, isBeginning: false) }

    /// Creates a pattern that may be the beginning of a host, as imgproxy has it.
    package init(beginning text: String) { self.init(text, isBeginning: true) }

    /// Creates a pattern in which a star is one, and which may be the beginning of a host.
    package init(exactly text: String, isBeginning: Bool = false) {
        self.init(text, isBeginning: isBeginning, hasStars: false)
    }

    private init(_ text: String, isBeginning: Bool, hasStars: Bool = true) {
        self.text = text
        written = hasStars ? text[...].pieces(at: "*").map { Array($0.utf8) } : [Array(text.utf8)]
        let parts = PatternText(text, isBeginning: isBeginning)
        hasOpenHost = parts?.hasOpenHost == true
        // imgproxy compares its list as it is written: a pattern with capitals allows nothing.
        let isAsWritten = hasOpenHost && hasStars
        literals = isAsWritten ? written : parts?.literals(hasStars: hasStars) ?? written
    }

    /// Returns `true` if an address begins with the pattern and cannot leave it.
    ///
    /// Addresses of http are resolved before they are compared: `https://good@evil/` is on the host
    /// `evil`, and `https://host/a/../b` is `https://host/b`. One whose path has `.` or `..` in
    /// escapes, or beside a backslash, is refused, since origins read it in different ways.
    public func allows(_ address: String) -> Bool { allows(SourceAddress(reading: address)) }

    /// Returns `true` if an address that was read begins with the pattern and cannot leave it.
    package func allows(_ address: SourceAddress) -> Bool {
        guard address.isRead, !address.hasDots else { return false }
        return Self.match(literals, AddressBytes(address.comparable, isComparable: true)) != nil
    }

    /// The offset after a pattern, and the bytes of each star, as many as possible.
    typealias Match = (end: Int, stars: [Range<Int>])

    /// Returns the bytes that the pattern covers as it is written; nil if the text does not begin
    /// with it.
    func match(_ text: AddressBytes) -> Match? { Self.match(written, text) }

    private static func match(_ literals: [[UInt8]], _ address: AddressBytes) -> Match? {
        let text = address.text
        guard text.starts(with: literals[0]) else { return nil }
        var tables: [[Int]] = []
        for literal in literals.dropFirst().reversed() {
            tables.append(reach(of: literal, before: tables.last, in: address))
        }
        var match: Match = (literals[0].count, [])
        for (literal, table) in zip(literals.dropFirst(), tables.reversed()) {
            let start = table[match.end]
            guard start >= 0 else { return nil }
            match.stars.append(match.end..<start)
            match.end = start + literal.count
        }
        return match
    }

    /// Returns, for each offset of a star, the last offset at which the literal after it may
    /// begin; -1 for none.
    private static func reach(
        of literal: [UInt8], before next: [Int]?, in address: AddressBytes
    ) -> [Int] {
        let text = address.text
        var table = [Int](repeating: -1, count: text.count + 1)
        for offset in stride(from: text.count, through: 0, by: -1) {
            if !address.endsStar(at: offset) { table[offset] = table[offset + 1] }
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

    /// The addresses that the pattern allows, in words; without users and queries.
    package var meaning: String {
        guard let parts = PatternText(text) else {
            return "addresses that begin with \(text.printable)"
        }
        let host = hasOpenHost ? text : "\(parts.scheme)://\(parts.authority)"
        let path = parts.target.pieces(at: "?")[0]
        let query = path.endIndex < parts.target.endIndex ? "? and more" : ""
        if !hasOpenHost, query.isEmpty, path.isEmpty || path == "/" {
            return "any path on \(host.printable)"
        }
        return "addresses that begin with \((host + path).printable)\(query)"
    }

    /// A sentence on the hosts that the pattern allows though it does not name them; nil for none.
    package var warning: String? {
        let shown = "'\(meaning.split(separator: " ").last ?? "")'"
        if hasOpenStar {
            return
                "\(shown) has a star in the host without a dot after it, so hosts of others may match; "
                + "a dot and a domain after the star keep them out"
        }
        guard hasOpenHost, let last = text.utf8.last, last != UInt8(ascii: "*"),
            last != UInt8(ascii: "/")
        else { return nil }
        return
            "\(shown) ends within the host, so other hosts may begin with it; a slash after it allows "
            + "this host alone"
    }

    /// `true` if the domain of the host may be open, as in `img*` and `*example.com`; not for all
    /// hosts.
    private var hasOpenStar: Bool {
        guard let parts = PatternText(text), ["http", "https"].contains(parts.scheme) else {
            return false
        }
        let host = parts.authority.split(separator: ":").first ?? ""
        guard host != "*", let end = host.pieces(at: "*").dropFirst().last else { return false }
        return !end.hasPrefix(".")
    }
}

/// An address byte by byte.
struct AddressBytes {
    let text: [UInt8]
    /// The offset of the byte that ends user, host and port; without `://` the offset of the end.
    private let hostEnd: Int
    private let isComparable: Bool

    /// - Parameter isComparable: `true` if escapes are resolved where they divide nothing.
    init(_ bytes: [UInt8], isComparable: Bool) {
        (text, self.isComparable) = (bytes, isComparable)
        let start = bytes.firstRange(of: Array("://".utf8))?.upperBound ?? bytes.endIndex
        hostEnd = bytes[start...].firstIndex { PatternText.ends.contains($0) } ?? bytes.count
    }

    /// Returns `true` if a star reaches no further than an offset.
    func endsStar(at offset: Int) -> Bool {
        offset == text.count || offset == hostEnd || text[offset] == UInt8(ascii: "/")
            || isComparable && PathText.hasEscapedSlash(text, at: offset)
    }
}
