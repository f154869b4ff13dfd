#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// A body that is sent, in pieces so small that a slow connection takes one now and then.
    ///
    /// A whole picture in one piece would look like silence until its last byte is taken. A piece
    /// is handed on when the next one is known, so that a body longer than announced never reaches
    /// its announced end, which a server would answer.
    struct RequestBodySequence: AsyncSequence, Sendable {
        private static let byteCount = 1 << 15
        /// How much is handed on before the loops are asked whether they took it.
        private static let aheadByteCount = 1 << 20

        private let chunks: BodyStream
        private let loops: any EventLoopGroup

        /// The pieces of a body that is sent by one of these loops.
        init(_ chunks: BodyStream, loops: any EventLoopGroup) {
            self.chunks = chunks
            self.loops = loops
        }

        func makeAsyncIterator() -> Iterator {
            Iterator(chunks: chunks.makeAsyncIterator(), loops: loops)
        }

        /// Cuts chunk after chunk.
        struct Iterator: AsyncIteratorProtocol {
            private var chunks: BodyStream.Iterator
            private let loops: any EventLoopGroup
            private var chunk: ByteBlock?
            private var offset = 0
            private var held: ByteBuffer?
            private var handedOn = 0

            fileprivate init(chunks: BodyStream.Iterator, loops: any EventLoopGroup) {
                self.chunks = chunks
                self.loops = loops
            }

            mutating func next() async throws -> ByteBuffer? {
                if held == nil { held = try await piece() }
                guard let piece = held else { return nil }
                held = try await self.piece()
                handedOn += piece.readableBytes
                if handedOn >= RequestBodySequence.aheadByteCount { try await settle() }
                return piece
            }

            private mutating func piece() async throws -> ByteBuffer? {
                while true {
                    if let chunk, offset < chunk.count { return piece(of: chunk) }
                    chunk = try await chunks.next()
                    offset = 0
                    if chunk == nil { return nil }
                }
            }

            private mutating func piece(of chunk: ByteBlock) -> ByteBuffer {
                let range = offset..<Swift.min(offset + RequestBodySequence.byteCount, chunk.count)
                offset = range.upperBound
                return chunk.withUnsafeBytes { ByteBuffer(bytes: $0[range]) }
            }

            /// Waits until the loops took what was handed on.
            ///
            /// The client says that a connection is full only once its loop has written: a loop
            /// that is late would let a whole body pile up before it.
            private mutating func settle() async throws {
                for loop in loops.makeIterator() { try await loop.submit {}.get() }
                handedOn = 0
            }
        }
    }
#endif
