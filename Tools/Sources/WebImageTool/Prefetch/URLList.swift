import WebImage

/// The URLs of a list, one a line, read on demand; `#` begins a comment line.
struct URLList: AsyncSequence, Sendable {
    /// The most bytes without a line break: what has more is no list, such as `/dev/zero`.
    private static let skippedLimit = 1 << 24

    private let file: LineFile
    private let files: FileThreads
    private let request: @Sendable (String) async -> ImageRequest
    private let onBadLine: @Sendable (Int, String) -> Void

    /// Creates the list in a file.
    ///
    /// - Parameters:
    ///   - files: The executor that reads the file.
    ///   - request: Creates the request for a URL.
    ///   - onBadLine: Called with the number of an invalid line and the reason.
    init(
        in file: LineFile, on files: FileThreads,
        request: @escaping @Sendable (String) async -> ImageRequest,
        onBadLine: @escaping @Sendable (Int, String) -> Void
    ) {
        self.file = file
        self.files = files
        self.request = request
        self.onBadLine = onBadLine
    }

    /// Counts the URLs of the list at a path; nil if it cannot be read twice, or at all.
    static func count(in path: String) -> Int? {
        guard path != "-", FileState(of: path) == .file, let file = try? LineFile.opened(path)
        else { return nil }
        var splitter = LineSplitter()
        var count = 0
        while let bytes = try? file.read() {
            let isEnd = bytes.isEmpty
            let lines = isEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes)
            count += lines.count { url(of: $0) != nil }
            if isEnd { return count }
        }
        return nil
    }

    /// Returns the URL of a line, nil for an empty or invalid one or a comment.
    static func url(of line: LineSplitter.Line) -> String? {
        guard case .text(let text) = line else { return nil }
        var url = text[...].drop(while: \.isWhitespace)
        while url.last?.isWhitespace == true { url.removeLast() }
        return url.isEmpty || url.hasPrefix("#") ? nil : String(url)
    }

    func makeAsyncIterator() -> Iterator { Iterator(list: self) }

    /// Reads the list; only a piece of the file is in memory.
    struct Iterator: AsyncIteratorProtocol {
        private let list: URLList
        private var splitter = LineSplitter()
        private var lines: [LineSplitter.Line] = []
        private var number = 0
        private var isAtEnd = false

        fileprivate init(list: URLList) { self.list = list }

        /// Returns the next URL's request, nil at the end.
        mutating func next() async throws(SourceFailure) -> ImageRequest? {
            while true {
                while let line = lines.popLast() {
                    number += 1
                    guard let url = URLList.url(of: line) else {
                        report(line)
                        continue
                    }
                    // A list may come from outside, and no cache keeps files.
                    guard !Source(url).isFileURL else {
                        list.onBadLine(number, "a file of this machine, which no cache keeps")
                        continue
                    }
                    var request = await list.request(url)
                    request.attributes[ListLine.self] = number
                    return request
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
            if splitter.skippedByteCount > skippedLimit {
                throw file.failure("line \(number) has no end within \(skippedLimit) bytes")
            }
        }

        private func report(_ line: LineSplitter.Line) {
            switch line {
            case .text: break
            case .notUTF8: list.onBadLine(number, "not UTF-8")
            case .tooLong: list.onBadLine(number, "longer than \(LineSplitter.standardLimit) bytes")
            }
        }
    }
}

/// The number of the line of a request's URL in its list, from 1.
enum ListLine: LoadAttribute {
    static let defaultValue = 0
}
