import WebImage

/// The destination of pictures.
enum Destination: Sendable {
    case nowhere
    case standardOutput
    case file(String)
    case folder(String, NameBook)

    var isNowhere: Bool {
        if case .nowhere = self { return true }
        return false
    }

    /// The format of the output's file name.
    var namedFormat: ImageFormat? {
        if case .file(let path) = self { return ImageFormat(ofPath: path) }
        return nil
    }

    /// Creates the folder before any source is loaded.
    func prepare(on files: FileThreads) async throws(SourceFailure) {
        guard case .folder(let path, _) = self else { return }
        try await files.run { () throws(SourceFailure) in try OutputFile.makeFolder(path) }
    }

    /// Writes a picture and returns its path.
    func write(
        _ bytes: ByteBlock, as format: ImageFormat, at index: Int, in session: Session
    ) async throws(SourceFailure) -> String? {
        let path: String
        switch self {
        case .nowhere: return nil
        case .standardOutput: path = "-"
        case .file(let name): path = name
        case .folder(let folder, let names):
            let name = names.name(of: index, fileExtension: format.fileExtension)
            path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        }
        try await session.files.run { () throws(SourceFailure) in
            try OutputFile.write(bytes, to: path, through: session.scratch)
        }
        return path
    }
}
