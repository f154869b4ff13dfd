/// Swift source with comments and the text of strings blanked, so that only code is left.
///
/// Interpolated expressions are code. Regex literals are not treated, names in backticks are kept.
struct BlankedSwift {
    /// The part of the source that the cursor is in.
    private enum Part {
        /// Code, or an interpolated expression with a number of open parentheses.
        case code(openCount: Int)
        case string(quotes: [UInt8], hashes: [UInt8])
    }

    /// The code, as long as the source.
    private(set) var bytes: [UInt8] = []
    private let source: [UInt8]
    private var parts: [Part] = [.code(openCount: 0)]

    init(_ text: String) {
        source = Array(text.utf8)
        bytes.reserveCapacity(source.count)
        while bytes.count < source.count { step() }
    }

    private mutating func step() {
        switch parts[parts.count - 1] {
        case .code(let openCount): stepInCode(openCount)
        case .string(let quotes, let hashes): stepInString(quotes, hashes)
        }
    }

    private mutating func stepInCode(_ openCount: Int) {
        keep(source[bytes.count...].prefix { !Self.isMarkOfCode($0) }.count)
        guard bytes.count < source.count else { return }
        let hashes = Array(source[bytes.count...].prefix { $0 == UInt8(ascii: "#") })
        if starts(with: "//") {
            blank(source[bytes.count...].prefix { $0 != UInt8(ascii: "\n") }.count)
        } else if starts(with: "/*") {
            blankComment()
        } else if starts(with: "`") {
            keep(1 + source[(bytes.count + 1)...].prefix { $0 != UInt8(ascii: "`") }.count + 1)
        } else if starts(with: hashes + [UInt8(ascii: "\"")]) {
            blank(hashes.count)
            let quotes = Array((starts(with: "\"\"\"") ? "\"\"\"" : "\"").utf8)
            blank(quotes.count)
            parts.append(.string(quotes: quotes, hashes: hashes))
        } else if starts(with: "("), parts.count > 1 {
            parts[parts.count - 1] = .code(openCount: openCount + 1)
            keep(1)
        } else if starts(with: ")"), parts.count > 1 {
            parts[parts.count - 1] = .code(openCount: openCount - 1)
            if openCount == 1 { parts.removeLast() }
            keep(1)
        } else {
            keep(max(hashes.count, 1))
        }
    }

    private mutating func stepInString(_ quotes: [UInt8], _ hashes: [UInt8]) {
        let backslash = UInt8(ascii: "\\")
        blank(source[bytes.count...].prefix { $0 != quotes[0] && $0 != backslash }.count)
        guard bytes.count < source.count else { return }
        let escape = [backslash] + hashes
        if starts(with: quotes + hashes) {
            blank(quotes.count + hashes.count)
            parts.removeLast()
        } else if starts(with: escape + [UInt8(ascii: "(")]) {
            blank(escape.count)
            parts.append(.code(openCount: 0))
        } else {
            blank(starts(with: escape) ? escape.count + 1 : 1)
        }
    }

    /// Returns `true` for the bytes at which code may be something else than kept.
    private static func isMarkOfCode(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "`"), UInt8(ascii: "#"), UInt8(ascii: "\""),
            UInt8(ascii: "("), UInt8(ascii: ")"):
            true
        default: false
        }
    }

    private mutating func blankComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") { depth += 1 }
            if starts(with: "*/") { depth -= 1 }
            blank(starts(with: "/*") || starts(with: "*/") ? 2 : 1)
        } while depth > 0 && bytes.count < source.count
    }

    private func starts(with text: String) -> Bool { starts(with: Array(text.utf8)) }

    private func starts(with text: [UInt8]) -> Bool {
        source[bytes.count...].starts(with: text)
    }

    private mutating func keep(_ count: Int) {
        bytes += source[bytes.count...].prefix(count)
    }

    private mutating func blank(_ count: Int) {
        bytes += source[bytes.count...].prefix(count).map {
            $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ")
        }
    }
}
