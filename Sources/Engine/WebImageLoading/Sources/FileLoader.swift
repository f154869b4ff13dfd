import WebImageCaching
import WebImageCoding

/// A loader of ``ImageSource/file(_:)``: regular files only, whole, into memory.
///
/// It reads on the executor of the caller, which should be one that may block.
package struct FileLoader: ImageLoader {
    package var identity: String? { nil }

    package init() {}

    /// Returns the file's bytes as one block, only the first ones if no more are needed.
    package func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard case .file(let path) = request.source else {
            throw LoadFailure(.refusedRequest, "this loader loads files, not URLs or data")
        }
        // A `URL` that names a file may come from outside, as others do under a policy.
        guard request.limits.networkPolicy == nil || request.options.allowsFileURLs else {
            throw LoadFailure(
                .refusedRequest, "under a network policy a file needs the option allowsFileURLs")
        }
        try SourceFile.check(path: path)
        let file = try SourceFile(path)
        let limit = request.limits.maxBodyBytes
        guard file.byteCount <= limit else {
            let reason = "\(path): \(file.byteCount) bytes, the limit is \(limit)"
            throw LoadFailure(.tooLarge, reason)
        }
        let count = min(max(request.firstByteCount ?? .max, 0), file.byteCount)
        var body = LoadedBody(of: try file.readNext(count), url: path, headers: [:])
        if count < file.byteCount { body.wholeByteCount = file.byteCount }
        return body
    }
}
