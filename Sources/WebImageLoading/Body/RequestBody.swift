import WebImageCaching
public import WebImageCoding
import WebImageRuntime

/// What a request sends: bytes that are there, or a stream that can be made again.
///
/// A redirect that keeps the method, a retry and a second load each send it from its beginning.
public struct RequestBody: Sendable {
    /// The number of bytes; nil when it is known only once they were sent.
    public let byteCount: Int?
    /// Names the content in keys: equal only for equal bytes.
    package let digest: String
    private let make: @Sendable () -> BodyStream

    /// The bytes of a body that is there; nil for a stream.
    public let bytes: ByteBlock?

    /// A body of these bytes.
    public init(_ bytes: ByteBlock) {
        self.bytes = bytes
        byteCount = bytes.count
        digest = bytes.digest
        make = { BodyStream([bytes]) }
    }

    /// A body of this text in UTF-8.
    public init(_ text: String) { self.init(ByteBlock(copying: Array(text.utf8))) }

    /// A body that is made chunk by chunk while it is sent.
    ///
    /// - Parameters:
    ///   - identity: Names the content in keys; must differ where the bytes do.
    ///   - byteCount: The number of bytes, nil if unknown.
    ///   - chunks: Makes the stream from its beginning, once for each time it is sent.
    public init(
        identity: String, byteCount: Int?, chunks: @escaping @Sendable () -> BodyStream
    ) {
        bytes = nil
        self.byteCount = byteCount
        digest = "stream(\(identity.spelling))"
        make = chunks
    }

    /// The content of a file, read while it is sent.
    ///
    /// The file is looked up now, for its size and its identity in keys; it is opened each time it
    /// is sent, off the caller's threads, and a piece of it is in memory at a time. A file that is
    /// another one by then fails the load with kind `changed`.
    ///
    /// - Throws: ``LoadFailure`` of kind `fileNotFound` or `fileUnreadable`, of kind
    ///   `refusedRequest` for a path that cannot be one.
    public init(file path: String) throws(LoadFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw LoadFailure(
                .refusedRequest, "a path needs characters, and none of them may be NUL")
        }
        let file = try FileIdentity(path: path)
        self.init(
            identity: "file:\(path.spelling),\(file.spelling)", byteCount: file.byteCount,
            chunks: { BodyStream(FileChunks(path: path, expected: file)) })
    }

    /// The bytes in order, from the beginning.
    public func chunks() -> BodyStream { make() }
}
