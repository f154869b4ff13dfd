#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kind of file at a path, following links.
enum FileState {
    case missing
    case folder
    case file
    /// A device, a pipe or a socket: written to, never replaced.
    case special
}

extension FileState {
    init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = .missing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFREG: self = .file
        default: self = .special
        }
    }
}
