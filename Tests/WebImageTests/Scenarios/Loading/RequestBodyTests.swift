#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Request bodies, intact before the interceptor and at the server.
    struct RequestBodyTests {
        /// Posts a body through an interceptor that reads it; returns the bodies received by it and
        /// by the server.
        private static func post(
            _ body: RequestBody, to path: String = "/post", of job: Job
        ) async throws -> (intercepted: [UInt8], server: OriginRequest) {
            let seen = SharedValue<[[UInt8]]>([])
            let pipeline = job.pipeline([
                Around("read") { request, next in
                    seen.add(try await request.body?.chunks().bytes() ?? [])
                    return try await next(request)
                }
            ])
            job.origin.reply(path, with: job.picture)
            var request = job.request(path)
            request.method = "POST"
            request.body = body
            _ = try await pipeline.image(for: request)
            #expect(job.origin.requests.count == 1)
            return (try #require(seen.value.first), try #require(job.origin.requests.first))
        }

        @Test(.scenario("001-13")) func `a small text is posted as it is`() async throws {
            let text = Array("Grüße, {\"id\": 7}".utf8)
            let (seen, sent) = try await Self.post(
                RequestBody("Grüße, {\"id\": 7}"), of: try Job())
            #expect(seen == text && sent.body == text)
            #expect(sent.method == "POST")
            #expect(sent["Content-Length"] == "\(text.count)")
        }

        @Test(.scenario("001-14")) func `every byte is posted as it is`() async throws {
            let bytes = [0, 255, 0, 13, 10] + (0...255).map { UInt8($0) }
            let (seen, sent) = try await Self.post(
                RequestBody(ByteBlock(copying: bytes)), of: try Job())
            #expect(seen == bytes && sent.body == bytes)
        }

        @Test(.scenario("001-15"), .timeLimit(.minutes(10)))
        func `sixteen megabytes are posted whole, and in no header`() async throws {
            // Pieces of a prime length, so that a lost or moved one is detected.
            let piece = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
            let bytes = Array((0..<257).flatMap { _ in piece }.prefix(16 << 20))
            let (seen, sent) = try await Self.post(
                RequestBody(ByteBlock(copying: bytes)), of: try Job())
            #expect(seen == bytes && sent.body == bytes)
            #expect(sent.headers.allSatisfy { $0.value.utf8.count < 200 })
        }

        @Test(.scenario("001-15"), .timeLimit(.minutes(10)), arguments: [true, false])
        func `sixteen megabytes of a stream are posted whole, a piece at a time`(
            isLengthKnown: Bool
        ) async throws {
            let live = SharedValue<(now: Int, most: Int)>((now: 0, most: 0))
            let pieces = 256
            let body = RequestBody(
                identity: "pieces", byteCount: isLengthKnown ? pieces << 16 : nil,
                chunks: { Self.stream(of: pieces, live) })
            let (seen, sent) = try await Self.post(body, of: try Job())
            #expect(seen.count == pieces << 16 && sent.body == seen)
            #expect(sent["Content-Length"] == (isLengthKnown ? "\(pieces << 16)" : nil))
            #expect(sent["Transfer-Encoding"] == (isLengthKnown ? nil : "chunked"))
            #expect(live.value.most < 16)
        }

        /// Returns pieces of 64 KB, made on demand; `live` counts those in memory.
        private static func stream(
            of count: Int, _ live: SharedValue<(now: Int, most: Int)>
        ) -> BodyStream {
            let number = SharedValue(0)
            return BodyStream(
                AsyncStream<ByteBlock>(unfolding: {
                    let index = number.change { number in
                        number += 1
                        return number
                    }
                    guard index <= count else { return nil }
                    live.change { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    let memory = UnsafeMutableRawBufferPointer.allocate(
                        byteCount: 1 << 16, alignment: 16)
                    memory.initializeMemory(as: UInt8.self, repeating: UInt8(index & 255))
                    let address = UInt(bitPattern: memory.baseAddress)
                    return ByteBlock(adopting: UnsafeRawBufferPointer(memory)) {
                        // Safe because the block is the memory's only owner.
                        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
                        live.change { $0.now -= 1 }
                    }
                }))
        }

        @Test(.scenario("001-16")) func `a file is posted, and may be read as often as one likes`()
            async throws
        {
            let job = try Job()
            try FileManager.default.createDirectory(
                atPath: job.folder, withIntermediateDirectories: true)
            let path = job.folder + "/upload"
            let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let (seen, sent) = try await Self.post(try RequestBody(file: path), of: job)
            #expect(seen == bytes && sent.body == bytes)
            #expect(sent["Content-Length"] == "700000")
        }

        @Test(.scenario("001-16"))
        func `a stream is made anew for a redirect that keeps the method`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/old", with: .redirect(to: "/new", status: 307))
            job.origin.reply("/new", with: job.picture)
            let made = SharedValue(0)
            var request = job.request("/old")
            request.method = "POST"
            request.body = RequestBody(identity: "seven", byteCount: 7) {
                made.change { $0 += 1 }
                return BodyStream([ByteBlock(copying: Array("content".utf8))])
            }
            _ = try await job.pipeline([]).image(for: request)
            #expect(job.origin.requests.map(\.path) == ["/old", "/new"])
            #expect(
                job.origin.requests.map(\.body) == [Array("content".utf8), Array("content".utf8)])
            #expect(made.value == 2)
        }

        @Test(.scenario("001-17"))
        func `two posts to one URL at once keep their bodies and pictures`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/post") { request in
                let width = Int(String(decoding: request.body, as: UTF8.self)) ?? 1
                return OriginReply(body: (try? Job.png(width: width)) ?? []).held()
            }
            let seen = SharedValue<[String]>([])
            let pipeline = job.pipeline([
                Around("read") { request, next in
                    let bytes = try await request.body?.chunks().bytes() ?? []
                    seen.add(String(decoding: bytes, as: UTF8.self))
                    return try await next(request)
                }
            ])
            let tasks = [11, 22].map { width in
                Task {
                    var request = job.request("/post")
                    request.method = "POST"
                    request.body = RequestBody("\(width)")
                    return try await pipeline.image(for: request).image.size.width
                }
            }
            #expect(await job.origin.waitUntil { $0.requestCount("/post") == 2 })
            job.origin.release("/post")
            var widths: [Int] = []
            for task in tasks { widths.append(try await task.value) }
            #expect(widths == [11, 22])
            #expect(Set(seen.value) == ["11", "22"])
        }

        @Test(.scenario("001-26"), .timeLimit(.minutes(5)), arguments: [2 << 20, 11 << 20])
        func `a header field of megabytes is refused before it is sent`(
            count: Int
        ) async throws {
            let job = try Job()
            var request = job.request("/a.png")
            request.headers["X-Body"] = String(repeating: "x", count: count)
            let error = await job.pipeline([]).error(of: request)
            #expect(error?.stage == "request")
            #expect(error?.reason.contains("header") == true)
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.scenario("001-26"), .timeLimit(.minutes(5)))
        func `a header field that the server finds too long is the server's refusal`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var request = job.request("/a.png")
            request.headers["X-Body"] = String(repeating: "x", count: 300_000)
            let kind = await job.pipeline([]).error(of: request)?.loadFailure?.kind
            #expect(kind == .status(400) || kind == .truncated)
        }
    }
#endif
