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

    /// Returns the entries of a list: not empty, and no comments if they are lines.
    private static func lines(of path: String, separator: UInt8) throws(SourceFailure) -> [String] {
        let file = try LineFile.opened(path)
        var bytes: [UInt8] = []
        while true {
            let more = try file.read()
            if more.isEmpty { break }
            bytes += more
        }
        // A byte order mark is no part of the first entry.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let entries = bytes.split(separator: separator)
        guard separator != 0 else { return entries.map { SystemPath.text(of: Array($0)) } }
        return entries.compactMap { line in
            let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
            var text = line.drop(while: isSpace)
            while let last = text.last, isSpace(last) { text.removeLast() }
            return text.isEmpty || text.first == 35 ? nil : SystemPath.text(of: Array(text))
        }
    }
}
