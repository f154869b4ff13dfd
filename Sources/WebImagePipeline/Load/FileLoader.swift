/// Reads ``ImageSource/file(_:)``: regular files only, whole, into memory.
///
/// It reads on the executor that it is called on, which should be one that may block.
public struct FileLoader: ImageLoader {
    /// A file is what it is, whoever reads it.
    public var identity: String? { nil }

    /// A loader.
    public init() {}

    /// Returns the file's bytes as one block.
    ///
    /// - Throws: `ImageError.load` of kind `fileNotFound`, `fileUnreadable` (also for a folder, a
    ///   pipe, a device), `tooLarge` before a byte is read, or `truncated` if the file shrinks
    ///   meanwhile; `ImageError.request` for another source.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .file(let path) = request.source else {
            throw ImageError.request("only files are read here, not URLs or data")
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ImageError.request("a path needs characters, and none of them may be NUL")
        }
        do {
            return try Self.body(of: path, request.limits)
        } catch {
            throw ImageError.load(error)
        }
    }

    private static func body(
        of path: String, _ limits: LoadLimits
    ) throws(LoadFailure) -> LoadedBody {
        let file = try LocalFile(path)
        guard file.byteCount <= limits.maxBodyBytes else {
            let reason = "\(path): \(file.byteCount) bytes, the limit is \(limits.maxBodyBytes)"
            throw LoadFailure(.tooLarge, reason)
        }
        return LoadedBody(of: try file.readAll(), url: path, headers: [:])
    }
}
