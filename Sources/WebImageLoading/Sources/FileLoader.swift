import WebImageCaching

/// Reads ``ImageSource/file(_:)``: regular files only, whole, into memory.
///
/// It reads on the executor that it is called on, which should be one that may block.
public struct FileLoader: ImageLoader {
    /// A file is what it is, whoever reads it.
    public var identity: String? { nil }

    /// A loader.
    public init() {}

    /// Returns the file's bytes as one block, the first ones if no more are asked for.
    ///
    /// - Throws: ``LoadFailure`` of kind `fileNotFound`, `fileUnreadable` (also for a folder, a
    ///   pipe, a device), `tooLarge` before a byte is read, or `truncated` if the file shrinks
    ///   meanwhile; of kind `refusedRequest` for another source.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .file(let path) = request.source else {
            throw LoadFailure(.refusedRequest, "only files are read here, not URLs or data")
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw LoadFailure(
                .refusedRequest, "a path needs characters, and none of them may be NUL")
        }
        do {
            return try Self.body(of: path, request)
        } catch {
            throw error
        }
    }

    private static func body(
        of path: String, _ request: LoadRequest
    ) throws(LoadFailure) -> LoadedBody {
        let file = try SourceFile(path)
        let limit = request.limits.maxBodyBytes
        guard file.byteCount <= limit else {
            let reason = "\(path): \(file.byteCount) bytes, the limit is \(limit)"
            throw LoadFailure(.tooLarge, reason)
        }
        let count = min(max(request.firstByteCount ?? .max, 0), file.byteCount)
        var body = LoadedBody(of: try file.readFirst(count), url: path, headers: [:])
        if count < file.byteCount { body.wholeByteCount = file.byteCount }
        return body
    }
}
