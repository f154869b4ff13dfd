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
            guard source.kind == .file, FileState(of: text) == .folder else {
                sources.append(source)
                continue
            }
            let paths = try FolderList.pictures(in: text, except: excluded)
            sources += paths.map { Source($0, below: text) }
        }
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
