#if HTTP
    import NIOCore
    import WebImageCoding
    import WebImagePipeline

    /// A body that is sent, in pieces so small that a slow connection takes one now and then.
    ///
    /// A whole picture in one piece would look like silence until its last byte is taken.
    struct SentPieces: AsyncSequence, Sendable {
        private static let byteCount = 1 << 15

        private let chunks: BodyStream

        init(_ chunks: BodyStream) { self.chunks = chunks }

        func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

        /// Cuts chunk after chunk.
        struct Iterator: AsyncIteratorProtocol {
            fileprivate var chunks: BodyStream.Iterator
            private var chunk: ByteBlock?
            private var offset = 0

            fileprivate init(chunks: BodyStream.Iterator) { self.chunks = chunks }

            mutating func next() async throws -> ByteBuffer? {
                while true {
                    if let chunk, offset < chunk.count { return piece(of: chunk) }
                    chunk = try await chunks.next()
                    offset = 0
                    if chunk == nil { return nil }
                }
            }

            private mutating func piece(of chunk: ByteBlock) -> ByteBuffer {
                let range = offset..<Swift.min(offset + SentPieces.byteCount, chunk.count)
                offset = range.upperBound
                return chunk.withUnsafeBytes { ByteBuffer(bytes: $0[range]) }
            }
        }
    }
#endif
