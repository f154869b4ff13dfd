/// The sources of a run: the arguments, then those of a list; of folders, the pictures in them.
enum SourceList {
    /// Returns all sources in order; blocks while lists and folders are read.
    ///
    /// - Parameter excluded: A folder whose pictures are no sources, such as the folder of the
    ///   outputs.
    /// - Throws: `SourceFailure` also for an entry of a list that can be no source.
    static func read(
        _ arguments: [String], _ options: SourceOptions, except excluded: String?
    ) throws(SourceFailure) -> [Source] {
        try entries(arguments, options, except: excluded, isStrict: true).compactMap(\.source)
    }

    /// Returns all entries in order, as ``read(_:_:except:)`` does.
    ///
    /// - Parameter isStrict: `true` to throw for an entry that can be no source.
    static func entries(
        _ arguments: [String], _ options: SourceOptions, except excluded: String?, isStrict: Bool
    ) throws(SourceFailure) -> [SourceEntry] {
        var all = given(arguments)
        if var list = try list(of: options) {
            all += try list.rest(isStrict: isStrict || options.recursive)
        }
        guard options.recursive else { return all }
        let excluded = excluded.flatMap { FileStatus(of: $0)?.identity }
        var entries: [SourceEntry] = []
        for entry in all {
            guard let source = entry.source else { continue }
            guard let path = source.path, FileState(of: path) == .folder else {
                entries.append(entry)
                continue
            }
            for picture in try FolderList.pictures(in: path, except: excluded) {
                entries.append(SourceEntry(.source(Source(picture, below: path)), line: entry.line))
            }
        }
        if entries.isEmpty { throw .noPictures }
        return entries
    }

    /// Returns the entries of arguments.
    static func given(_ arguments: [String]) -> [SourceEntry] {
        arguments.map { SourceEntry(.source(Source($0))) }
    }

    /// Opens the list of the options; nil if they name none.
    static func list(of options: SourceOptions) throws(SourceFailure) -> ListEntries? {
        guard let path = options.inputList else { return nil }
        return try ListEntries(path, separator: options.null ? 0 : 10)
    }
}
