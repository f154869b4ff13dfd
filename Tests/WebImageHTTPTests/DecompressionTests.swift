#if HTTP
    import FoundationEssentials
    import Testing
    import WebImageHTTP
    import WebImagePipeline
    import WebImageTesting

    @Suite struct DecompressionTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }
        /// "WebImage " twenty times, made by gzip.
        let text = bytes("H4sIAAAAAAACAwtPTfLMTUxPVQgfOgwA9FA6iLQAAAA=")
        /// 65,536 zeros in 96 bytes.
        let zeros = bytes(
            "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggK" + String(repeating: "A", count: 84) + "auuOl9cAAAEA")

        init() throws { fixture = try Fixture() }

        private static func bytes(_ base64: String) -> [UInt8] {
            Array(Data(base64Encoded: base64) ?? Data())
        }

        private func reply(_ body: [UInt8]) {
            origin.reply(
                "/a", with: OriginReply(headers: [("Content-Encoding", "gzip")], body: body))
        }

        @Test func `a compressed body arrives decoded, its length unknown`() async throws {
            reply(text)
            let answer = try await fixture.exchange("/a")
            #expect(answer.expectedByteCount == nil)
            let expected = String(repeating: "WebImage ", count: 20)
            #expect(try await answer.bytes() == Array(expected.utf8))
        }

        @Test func `decoded bytes are limited, not sent ones`() async throws {
            reply(zeros)
            let whole = try await fixture.bytes("/a", limits: LoadLimits(maxBodyBytes: 65_536))
            #expect(whole.count == 65_536)
            for limit in [200, 65_535] {
                let limits = LoadLimits(maxBodyBytes: limit)
                #expect(await fixture.failure("/a", limits: limits)?.kind == .tooLarge)
            }
        }

        @Test func `a compressed body that lacks its end is truncated`() async throws {
            reply(Array(zeros.dropLast(30)))
            #expect(await fixture.failure("/a")?.kind == .truncated)
        }

        @Test func `a damaged compressed body is malformed`() async throws {
            reply(Array(text.prefix(10)) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
            #expect(await fixture.failure("/a")?.kind == .malformed)
        }

        @Test func `without decompression the bytes come as they are`() async throws {
            reply(text)
            let transport = AsyncHTTPClientTransport(HTTPSettings(decompresses: false))
            let answer = try await transport.exchange(HTTPExchange(url: origin.url("/a")))
            #expect(try await answer.bytes() == text)
            #expect(origin.requests.first?["Accept-Encoding"] == nil)
        }
    }
#endif
