import WebImage

/// The destination of pictures.
enum Destination: Sendable {
    case nowhere
    case standardOutput
    case file(String)
    case folder(String, NameBook, format: ImageFormat?)

    var isNowhere: Bool {
        if case .nowhere = self { return true }
        return false
    }

    /// `true` if the name of an output has the digest of its request.
    var isByDigest: Bool {
        if case .folder(_, let names, _) = self { return names.isByDigest }
        return false
    }

    /// Assigns the name of a source's output, which has the digest of its request.
    func name(_ source: Source, at index: Int, digest: String) {
        if case .folder(_, let names, _) = self { names.add(source, at: index, digest: digest) }
    }

    /// Forgets what is known of a source whose output is written.
    func forget(_ index: Int) {
        if case .folder(_, let names, _) = self { names.remove(index) }
    }

    /// The format of the output's file name.
    var namedFormat: ImageFormat? {
        switch self {
        case .file(let path): ImageFormat(ofPath: path)
        case .folder(_, _, let format): format
        case .nowhere, .standardOutput: nil
        }
    }

    /// Creates the folder before any source is loaded.
    func prepare(on files: FileThreads) async throws(SourceFailure) {
        guard case .folder(let path, _, _) = self else { return }
        try await files.run { () throws(SourceFailure) in try OutputFile.makeFolder(path) }
    }

    /// Returns the expected path of an output; nil for none.
    ///
    /// - Parameter isExact: `true` for nil too if the path depends on the picture's size.
    func expectedPath(at index: Int, isExact: Bool) -> String? {
        switch self {
        case .nowhere: nil
        case .standardOutput: isExact ? nil : "-"
        case .file(let path): path
        case .folder(let folder, let names, _):
            isExact && !names.isKnownBefore ? nil : Self.join(folder, names.expectedName(of: index))
        }
    }

    /// Writes a picture.
    ///
    /// - Returns: Its path, and the reason that a file there was left as it is; nil if it was
    ///   written.
    func write(
        _ bytes: ByteBlock, _ picture: NameBook.Picture, at index: Int, rules: OutputRules,
        in session: Session
    ) async throws(SourceFailure) -> (path: String?, reasonToSkip: String?) {
        let path: String
        var folder: String?
        switch self {
        case .nowhere: return (nil, nil)
        case .standardOutput: path = "-"
        case .file(let name): path = name
        case .folder(let root, let names, _):
            let name = names.name(of: index, picture)
            path = Self.join(root, name)
            folder = name.lastIndex(of: "/").map { Self.join(root, String(name[..<$0])) }
        }
        let reason = try await session.files.run { [folder] () throws(SourceFailure) in
            if let folder { try OutputFile.makeFolder(folder) }
            return try OutputFile.write(bytes, to: path, rules: rules, through: session.scratch)
        }
        return (path, reason)
    }

    /// Returns the path of a name in a folder.
    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
