import WebImage

/// The URLs of a list, one a line, read as they are asked for; `#` begins a comment line.
struct URLList: AsyncSequence, Sendable {
    /// The longest line: longer than any URL that servers take.
    static let lineLimit = 1 << 16

    private let file: LineFile
    private let files: FileThreads
    private let request: @Sendable (String) -> ImageRequest
    private let onBadLine: @Sendable (Int, String) -> Void

    /// The list in a file.
    ///
    /// - Parameters:
    ///   - files: Where it is read.
    ///   - request: Makes the request for a URL.
    ///   - onBadLine: Told of the number of a line that is no text, and why.
    init(
        in file: LineFile, on files: FileThreads,
        request: @escaping @Sendable (String) -> ImageRequest,
        onBadLine: @escaping @Sendable (Int, String) -> Void
    ) {
        self.file = file
        self.files = files
        self.request = request
        self.onBadLine = onBadLine
    }

    /// How many URLs the list of that path has; nil if it can't be read twice, or at all.
    static func count(in path: String) -> Int? {
        guard path != "-", FileState(of: path) == .file, let file = try? LineFile.opened(path)
        else { return nil }
        var splitter = LineSplitter(limit: lineLimit)
        var count = 0
        while let bytes = try? file.read() {
            let isEnd = bytes.isEmpty
            let lines = isEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes)
            count += lines.count { url(of: $0) != nil }
            if isEnd { return count }
        }
        return nil
    }

    /// The URL of a line, nil for an empty one, a comment, or none.
    static func url(of line: LineSplitter.Line) -> String? {
        guard case .text(let text) = line else { return nil }
        var url = text[...].drop(while: \.isWhitespace)
        while url.last?.isWhitespace == true { url.removeLast() }
        return url.isEmpty || url.hasPrefix("#") ? nil : String(url)
    }

    func makeAsyncIterator() -> Iterator { Iterator(list: self) }

    /// Reads the list; a piece of the file is in memory.
    struct Iterator: AsyncIteratorProtocol {
        private let list: URLList
        private var splitter = LineSplitter(limit: lineLimit)
        private var lines: [LineSplitter.Line] = []
        private var number = 0
        private var isAtEnd = false

        fileprivate init(list: URLList) { self.list = list }

        /// The next URL's request, nil at the end.
        mutating func next() async throws(SourceFailure) -> ImageRequest? {
            while true {
                while let line = lines.popLast() {
                    number += 1
                    if let url = URLList.url(of: line) { return list.request(url) }
                    report(line)
                }
                if isAtEnd { return nil }
                try await readOn()
            }
        }

        private mutating func readOn() async throws(SourceFailure) {
            let file = list.file
            let bytes = try await list.files.run { () throws(SourceFailure) in try file.read() }
            isAtEnd = bytes.isEmpty
            let new = isAtEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes)
            lines = new.reversed()
        }

        private func report(_ line: LineSplitter.Line) {
            switch line {
            case .text: break
            case .notUTF8: list.onBadLine(number, "not UTF-8")
            case .tooLong: list.onBadLine(number, "longer than \(lineLimit) bytes")
            }
        }
    }
}
