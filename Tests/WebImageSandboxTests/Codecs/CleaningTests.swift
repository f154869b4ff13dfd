#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Documents without scripts and foreign links are written by workers.
    @Suite struct CleaningTests {
        private static let document = ByteBlock(
            copying: Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" onload="a"><script>b</script>
                <image href="http://a.test/"/><rect fill="red"/></svg>
                """.utf8))

        private func cleaned(
            _ bytes: ByteBlock, by codecs: CodecList, _ limits: DecodeLimits = .within(.seconds(20))
        ) async throws -> String {
            let decoder = try #require(try codecs.decoder(for: .svg) as? any DocumentCleaning)
            let text = try await blocking.run { () throws(CodecError) in
                try bytes.withSpan { bytes throws(CodecError) in
                    try decoder.cleaned(bytes, limits: limits)
                }
            }
            return text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }

        @Test func `a worker writes what the program itself would`() async throws {
            let there = try await cleaned(Self.document, by: try await sandboxedCodecs())
            let own = try await cleaned(Self.document, by: CodecList.installed.drawingInProcess)
            #expect(there == own)
            #expect(
                there == """
                    <svg xmlns="http://www.w3.org/2000/svg"><image/><rect fill="red"/></svg>
                    """)
        }

        @Test func `a text larger than the memory of a worker returns whole`() async throws {
            let rect = "<rect fill=\"red\"/>"
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg'>"
                + String(repeating: rect, count: 300_000) + "</svg>"
            let bytes = ByteBlock(copying: Array(text.utf8))
            let there = try await cleaned(bytes, by: try await sandboxedCodecs())
            #expect(there.utf8.count == text.utf8.count && there.hasSuffix("\(rect)</svg>"))
        }

        @Test func `errors are those of the decoder`() async throws {
            let codecs = try await sandboxedCodecs()
            let damaged = ByteBlock(copying: Array("<svg><g></svg>".utf8))
            let error = await #expect(throws: CodecError.self) {
                try await cleaned(damaged, by: codecs)
            }
            guard case .damaged(.svg, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test func `nothing is cleaned without a worker`() async throws {
            let codecs = CodecList.sandboxedOnFirstUse(worker: "/nonexistent/decoder")
            for codecs in [codecs, .installed] {
                let error = await #expect(throws: CodecError.self) {
                    try await cleaned(Self.document, by: codecs)
                }
                switch error {
                case .workerEnded(.svg, .start)?, .unsupported(.svg, _)?: break
                default: Issue.record("\(String(describing: error))")
                }
            }
        }

        @Test func `a decoder that cleans no documents refuses`() async throws {
            let codecs = try await sandboxedCodecs()
            let decoder = try #require(try codecs.decoder(for: .bmp) as? any DocumentCleaning)
            await #expect(throws: CodecError.unsupported(.bmp, "cleaning")) {
                try await blocking.run { () throws(CodecError) in
                    try Self.document.withSpan { bytes throws(CodecError) in
                        try decoder.cleaned(bytes, limits: .within(.seconds(20)))
                    }
                }
            }
        }
    }
#endif
