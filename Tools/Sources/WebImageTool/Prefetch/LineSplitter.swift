/// Splits bytes that arrive in pieces into lines.
///
/// A pure value, which stores at most `limit` bytes of an incomplete line.
struct LineSplitter {
    /// A line, or the reason that it is invalid.
    enum Line: Equatable {
        case text(String)
        case notUTF8([UInt8])
        /// Told as soon as the line is too long; its end is passed over.
        case tooLong
    }

    /// The longest line of a list in bytes, longer than any URL that servers accept.
    static let standardLimit = 1 << 16

    private let limit: Int
    private let separator: UInt8
    private var rest: [UInt8] = []
    private var isTooLong = false
    /// The bytes that were passed over of a line that is too long.
    private(set) var skippedByteCount = 0
    private var isFirst = true

    /// Creates a splitter of lines of at most `limit` bytes.
    init(limit: Int = standardLimit, separator: UInt8 = 10) {
        (self.limit, self.separator) = (limit, separator)
    }

    /// Returns the lines that end in `bytes`, or become too long there.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == separator {
                if let line = take() { lines.append(line) }
            } else if rest.count < limit {
                rest.append(byte)
            } else {
                if !isTooLong { lines.append(.tooLong) }
                isTooLong = true
                skippedByteCount += 1
            }
        }
        return lines
    }

    /// Returns the last line, if it has no line break.
    mutating func finish() -> Line? { rest.isEmpty ? nil : take() }

    /// Returns the line that ends; nil for one that was reported as too long.
    private mutating func take() -> Line? {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
            skippedByteCount = 0
            isFirst = false
        }
        if isTooLong { return nil }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = isFirst && rest.starts(with: mark) ? rest[3...] : rest[...]
        return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .notUTF8(Array(bytes))
    }
}
