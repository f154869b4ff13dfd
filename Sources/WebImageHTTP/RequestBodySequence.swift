#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// A request body in pieces small enough for a slow connection to take one from time to time.
    ///
    /// A whole picture in one piece would count as idle until its last byte is taken. Each piece is
    /// passed on only when the next one is known. A body longer than announced thus never reaches
    /// its announced end, to which a server would respond.
    struct RequestBodySequence: AsyncSequence, Sendable {
        private static let byteCount = 1 << 15
        /// The bytes passed on before waiting for the event loops to take them.
        private static let aheadByteCount = 1 << 20

        private let chunks: BodyStream
        private let loops: any EventLoopGroup

        /// Creates the pieces of a body that is sent by one of `loops`.
        init(_ chunks: BodyStream, loops: any EventLoopGroup) {
            self.chunks = chunks
            self.loops = loops
        }

        func makeAsyncIterator() -> Iterator {
            Iterator(chunks: chunks.makeAsyncIterator(), loops: loops)
        }

        /// Cuts the chunks into pieces.
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

            /// Waits until the event loops have taken all pieces passed on.
            ///
            /// The client reports a full connection only after its loop has written. Without this,
            /// a whole body could accumulate in front of a slow loop.
            private mutating func settle() async throws {
                for loop in loops.makeIterator() { try await loop.submit {}.get() }
                handedOn = 0
            }
        }
    }
#endif
