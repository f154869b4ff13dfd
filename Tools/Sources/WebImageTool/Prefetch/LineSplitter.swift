/// Splits bytes that arrive in pieces into lines.
///
/// A pure value, which stores at most `limit` bytes of an incomplete line.
struct LineSplitter {
    /// A line, or the reason that it is invalid.
    enum Line: Equatable {
        case text(String)
        case notUTF8
        case tooLong
    }

    private let limit: Int
    private var rest: [UInt8] = []
    private var isTooLong = false
    private var isFirst = true

    /// Creates a splitter of lines of at most `limit` bytes.
    init(limit: Int) { self.limit = limit }

    /// Returns the lines that end in `bytes`.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == 10 {
                lines.append(take())
            } else if rest.count < limit {
                rest.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }

    /// Returns the last line, if it has no line break.
    mutating func finish() -> Line? { rest.isEmpty && !isTooLong ? nil : take() }

    private mutating func take() -> Line {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
            isFirst = false
        }
        if isTooLong { return .tooLong }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = isFirst && rest.starts(with: mark) ? rest[3...] : rest[...]
        return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .notUTF8
    }
}
