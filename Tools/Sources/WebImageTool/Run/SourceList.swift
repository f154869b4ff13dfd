/// The sources of a run: the arguments, then those of a list; of folders, the pictures in them.
enum SourceList {
    /// Returns all sources in order; blocks while lists and folders are read.
    ///
    /// - Parameter excluded: A folder whose pictures are no sources, such as that of the outputs.
    static func read(
        _ arguments: [String], _ options: SourceOptions, except excluded: String?
    ) throws(SourceFailure) -> [Source] {
        var texts = arguments
        if let list = options.inputList {
            texts += try lines(of: list, separator: options.null ? 0 : 10)
        }
        guard options.recursive else { return texts.map { Source($0) } }
        let excluded = excluded.flatMap { FileStatus(of: $0)?.identity }
        var sources: [Source] = []
        for text in texts {
            let source = Source(text)
            guard let path = source.path, FileState(of: path) == .folder else {
                sources.append(source)
                continue
            }
            let paths = try FolderList.pictures(in: path, except: excluded)
            sources += paths.map { Source($0, below: path) }
        }
        if sources.isEmpty { throw .noPictures }
        return sources
    }

    /// The most entries of a list, empty ones included; `prefetch`, which reads on demand, has no limit.
    private static let maxCount = 1_000_000

    /// Returns the entries of a list: not empty, and no comments if they are lines.
    ///
    /// - Throws: `SourceFailure` for a line that is longer than any source, or too many of them.
    private static func lines(of path: String, separator: UInt8) throws(SourceFailure) -> [String] {
        let file = try LineFile.opened(path)
        var splitter = LineSplitter(separator: separator)
        var (texts, number, isAtEnd) = ([String](), 0, false)
        while !isAtEnd {
            let bytes = try file.read()
            isAtEnd = bytes.isEmpty
            for line in isAtEnd ? [splitter.finish()].compactMap(\.self) : splitter.add(bytes) {
                number += 1
                guard number <= maxCount else {
                    throw file.failure("there are more than \(maxCount) entries")
                }
                let entry: [UInt8]
                switch line {
                case .text(let text): entry = Array(text.utf8)
                case .notUTF8(let bytes): entry = bytes
                case .tooLong:
                    let words = separator == 0 ? "entry" : "line"
                    throw file.failure(
                        "\(words) \(number) is longer than \(LineSplitter.standardLimit) bytes")
                }
                guard let text = text(of: entry[...], separator) else { continue }
                texts.append(text)
            }
        }
        return texts
    }

    /// Returns the source of an entry; nil for an empty one, and for the comment of a line.
    private static func text(of entry: ArraySlice<UInt8>, _ separator: UInt8) -> String? {
        guard separator != 0 else { return entry.isEmpty ? nil : SystemPath.text(of: Array(entry)) }
        let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
        var text = entry.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text.isEmpty || text.first == 35 ? nil : SystemPath.text(of: Array(text))
    }
}
