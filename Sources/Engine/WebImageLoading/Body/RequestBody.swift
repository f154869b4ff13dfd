public import WebImageCoding
import WebImageRuntime

/// The body of a request: bytes in memory, or a stream that can be made again.
///
/// A redirect that keeps the method, a retry and a second load each send it from its beginning.
public struct RequestBody: Sendable {
    /// The number of bytes; nil if it is known only after they were sent.
    public let byteCount: Int?
    /// The name of the content in keys: equal only for equal bytes.
    package let digest: String
    /// The bytes of a body in memory; nil for a stream.
    public let bytes: ByteBlock?
    private let make: @Sendable () -> BodyStream

    /// Creates a body of bytes.
    public init(_ bytes: ByteBlock) {
        self.bytes = bytes
        byteCount = bytes.count
        digest = bytes.digest
        make = { BodyStream([bytes]) }
    }

    /// Creates a body of text in UTF-8.
    public init(_ text: String) { self.init(ByteBlock(copying: Array(text.utf8))) }

    /// Creates a body that is made chunk by chunk while it is sent.
    ///
    /// - Parameters:
    ///   - identity: The name of the content in keys; must differ if the bytes do.
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

    /// Creates a body of the content of a file, which is read while it is sent.
    ///
    /// The initializer looks the file up, for its size and its identity in keys. The file is opened
    /// each time it is sent, off the caller's threads, and read in pieces. If the file is another
    /// one by then, the load fails with kind `changed`.
    ///
    /// - Throws: ``LoadFailure`` of kind `fileNotFound` or `fileUnreadable`, of kind
    ///   `refusedRequest` for a path that cannot be one.
    public init(file path: String) throws(LoadFailure) {
        try SourceFile.check(path: path)
        let file = try FileIdentity(path: path)
        self.init(
            identity: "file:\(path.spelling),\(file.spelling)", byteCount: file.byteCount,
            chunks: {
                BodyStream {
                    var reader = FileReader(path: path, expected: file)
                    return { try await reader.next() }
                }
            })
    }

    /// Returns the bytes in order, from the beginning.
    public func chunks() -> BodyStream { make() }
}

/// A reader of a file, piece by piece, on threads that may block.
private struct FileReader {
    private static let chunkByteCount = 256 << 10
    /// The threads for all bodies from files: few, since a disk is no faster for many.
    private static let threads = WorkExecutor(maxThreads: 2)

    let path: String
    let expected: FileIdentity
    private var file: SourceFile?
    private var sentByteCount = 0

    init(path: String, expected: FileIdentity) {
        self.path = path
        self.expected = expected
    }

    mutating func next() async throws -> ByteBlock? {
        let reader = self
        let (file, block) = try await Self.threads.run { () throws(LoadFailure) in
            let file = if let file = reader.file { file } else { try reader.open() }
            let count = min(Self.chunkByteCount, file.byteCount - reader.sentByteCount)
            return (file, try file.readNext(count, after: reader.sentByteCount))
        }
        self.file = file
        sentByteCount += block.count
        return block.count > 0 ? block : nil
    }

    private func open() throws(LoadFailure) -> SourceFile {
        guard try FileIdentity(path: path).spelling == expected.spelling else {
            throw LoadFailure(.changed, "\(path): the file to upload has changed")
        }
        return try SourceFile(path)
    }
}
