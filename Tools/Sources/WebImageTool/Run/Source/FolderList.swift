import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The pictures in a folder and the folders below it.
///
/// Pictures are recognized by their extensions. Hidden files and folders are passed over, and links
/// to folders are not followed.
enum FolderList {
    /// Returns the paths of all pictures, folder by folder in the order of their names; blocks.
    ///
    /// - Parameter excluded: A folder to pass over.
    static func pictures(
        in folder: String, except excluded: FileStatus.Identity?
    ) throws(SourceFailure) -> [String] {
        guard let names = names(in: folder) else {
            throw SourceFailure(
                stage: "list", reason: "\(folder.printable): \(SystemError.words(errno))")
        }
        var paths: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard let status = FileStatus(of: path) else { continue }
            switch status.state {
            case .folder:
                guard !isLink(path), status.identity != excluded else { continue }
                paths += try pictures(in: path, except: excluded)
            case .file where ImageFormat(ofPath: name) != nil: paths.append(path)
            case .file, .special, .missing: break
            }
        }
        return paths
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = folder.withSystemPath({ opendir($0) }) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { SystemPath.text(of: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return path.withSystemPath { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
