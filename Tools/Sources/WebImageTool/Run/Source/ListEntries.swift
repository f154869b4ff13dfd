import WebImage

/// The entries of a list, of which only a piece is in memory.
struct ListEntries: Sendable {
    /// The most entries that are kept in memory, and the most in a row that name no source: what
    /// has more is no list, such as `/dev/zero`.
    static let maxCount = 1_000_000
    /// The most bytes of an entry that are passed over in search of its end.
    private static let skippedLimit = 1 << 24

    private let file: LineFile
    private let separator: UInt8
    private let isStandardInput: Bool
    private var splitter: LineSplitter
    private var number = 0
    private var idleCount = 0
    /// `true` once the list was read to its end.
    private(set) var isAtEnd = false

    /// Opens the list at a path, `-` for standard input.
    ///
    /// - Parameter separator: The byte that ends an entry. Entries that are lines may be comments.
    init(_ path: String, separator: UInt8) throws(SourceFailure) {
        file = try LineFile.opened(path)
        self.separator = separator
        isStandardInput = path == "-"
        splitter = LineSplitter(separator: separator)
    }

    /// Returns the entries that end in the next piece of the list; blocks until there is one.
    ///
    /// - Throws: `SourceFailure` if the list cannot be read, or is none.
    mutating func piece() throws(SourceFailure) -> [SourceEntry] {
        let bytes = try file.read()
        isAtEnd = bytes.isEmpty
        var entries: [SourceEntry] = []
        for line in isAtEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes) {
            number += 1
            entries.append(SourceEntry(content(of: line), line: number))
            idleCount = entries.last?.source == nil ? idleCount + 1 : 0
            guard idleCount <= Self.maxCount else { throw tooMany("entries without a source") }
        }
        if splitter.skippedByteCount > Self.skippedLimit {
            throw failure(ofLine: number, "has no end within \(Self.skippedLimit) bytes")
        }
        return entries
    }

    /// Returns all entries that are left.
    ///
    /// - Parameter isStrict: `true` to throw for an entry that can be no source.
    mutating func rest(isStrict: Bool) throws(SourceFailure) -> [SourceEntry] {
        var entries: [SourceEntry] = []
        while !isAtEnd {
            for entry in try piece() {
                if isStrict, case .invalid(let failure) = entry.content {
                    throw self.failure(ofLine: entry.line ?? 0, "is \(failure.reason)")
                }
                entries.append(entry)
            }
            guard number <= Self.maxCount else { throw tooMany("entries") }
        }
        return entries
    }

    /// Throws if more entries were read than names can be kept of.
    func checkCount() throws(SourceFailure) {
        guard number <= Self.maxCount else {
            throw tooMany("entries; --name '{digest}' names any number")
        }
    }

    private func tooMany(_ what: String) -> SourceFailure {
        file.failure("there are more than \(Self.maxCount) \(what)")
    }

    private func failure(ofLine number: Int, _ reason: String) -> SourceFailure {
        file.failure("\(separator == 0 ? "entry" : "line") \(number) \(reason)")
    }

    private func content(of line: LineSplitter.Line) -> SourceEntry.Content {
        let entry: [UInt8]
        switch line {
        case .text(let text): entry = Array(text.utf8)
        case .notUTF8(let bytes): entry = bytes
        case .tooLong: return invalid("longer than \(LineSplitter.standardLimit) bytes")
        }
        var text = entry[...]
        if separator != 0 {
            let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
            text = text.drop(while: isSpace)
            while let last = text.last, isSpace(last) { text.removeLast() }
            if text.first == 35 { return .nothing("comment") }
        }
        if text.isEmpty { return .nothing("empty") }
        if isStandardInput, text.elementsEqual([45]) {
            return invalid("'-', but standard input has the list")
        }
        return .source(Source(SystemPath.text(of: Array(text))))
    }

    private func invalid(_ reason: String) -> SourceEntry.Content {
        .invalid(SourceFailure(stage: "list", reason: reason))
    }
}
