import WebImageCaching

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that has a thumbnail: its URI and its state.
struct OriginalFile: Sendable, Equatable {
    /// The absolute path.
    let path: String
    let uri: String
    /// The time of its last change, in whole seconds since 1970, and the nanoseconds after it.
    let modified: Int
    let nanoseconds: Int
    let byteCount: Int

    /// Examines a file; blocks.
    ///
    /// Links are followed, as desktops do.
    ///
    /// - Returns: Nil for anything but a regular file that this process may read.
    init?(_ given: String) {
        guard let path = FileURI.absolute(given) else { return nil }
        var (status, same) = (stat(), stat())
        // Safe because both paths are C strings during the calls and the states are ours.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            unsafe access(path, R_OK) == 0, unsafe stat(given, &same) == 0
        else { return nil }
        // `..` after a link leads elsewhere in the system than in the path.
        guard status.st_dev == same.st_dev, status.st_ino == same.st_ino else { return nil }
        self.path = path
        uri = FileURI.uri(ofPath: path.utf8)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        (modified, nanoseconds) = (time.tv_sec, time.tv_nsec)
        byteCount = Int(status.st_size)
    }

    /// The folder of the file, which may have a shared repository of thumbnails.
    var folder: String {
        let bytes = path.utf8
        return String(decoding: bytes.prefix(upTo: bytes.lastSlash), as: UTF8.self)
    }

    /// The URI of the file in that repository.
    var sharedURI: String {
        "./" + uri[(uri.lastIndex(of: "/").map(uri.index(after:)) ?? uri.startIndex)...]
    }

    /// `true` if the file is a thumbnail of a shared repository.
    var isShared: Bool { path.contains("/\(Self.sharedFolder)/") }

    /// The name of shared repositories.
    static let sharedFolder = ".sh_thumbnails"
}
