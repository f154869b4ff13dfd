#if HTTP
    import Testing
    import WebImageCoding

    @testable import WebImageHTTP

    struct ResponseQueueTests {
        private let block = ByteBlock(copying: [7])

        @Test func `a cancellation behind the end loses no byte, one before it all`() async throws {
            let whole = ResponseQueue()
            whole.add(.bytes(block))
            #expect(whole.end(.success(())))
            #expect(!whole.end(.failure(CancellationError())))
            guard case .bytes(let found) = try await whole.next() else {
                Issue.record("the byte was lost")
                return
            }
            #expect(found.count == 1)
            if case .some = try await whole.next() { Issue.record("bytes behind the end") }

            let cancelled = ResponseQueue()
            cancelled.add(.bytes(block))
            #expect(cancelled.end(.failure(CancellationError())))
            await #expect(throws: CancellationError.self) { try await cancelled.next() }
        }

        @Test func `a pause begins with many parts, and is over when half of them are read`()
            async throws
        {
            let queue = ResponseQueue()
            var count = 0
            while queue.hasRoom() {
                queue.add(.bytes(block))
                count += 1
            }
            #expect(count == 256 && queue.isPaused)
            while !queue.resumes() {
                _ = try await queue.next()
                count -= 1
            }
            #expect(count == 127 && !queue.isPaused)
        }
    }
#endif
