#if HTTP
    import Foundation
    import TestSupport
    import Testing
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels

    @testable import WebImageHTTP

    /// Entries of https://pictures.example/a.bmp that a version wrote before trust was in keys
    /// (c6e25066).
    struct OldEntryTests {
        private static let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])

        /// Written without a policy.
        private static let withoutPolicy = (
            path: "v1/e8/e855cfebe2339f5493a162c7abf91f5d2db5d612bf28823a5a062adbf3eb795c.entry",
            text: """
            V0lFbnRyeQoEAAAATgEAAEYAAAAAAAAA2xtRqsG+92OqmdHV6FnoZygAAAAzOnVybD0zMDpodHRw\
            czovL3BpY3R1cmVzLmV4YW1wbGUvYS5ibXA7AAAAwAR9yEEBAAAAgJ5tyUEBAAAAwDtyyUEAAR4A\
            AABodHRwczovL3BpY3R1cmVzLmV4YW1wbGUvYS5ibXDIAAAAAAAAAAEAAAANAAAAQ2FjaGUtQ29u\
            dHJvbBAAAABtYXgtYWdlPTMxNTM2MDAwAUAAAABkNmVkMzI1MjE5N2UyMjkyNWJlMTg0ZGU1Mjc5\
            Yjc4MjRhMWMyMWVkNjM1ODVjOGY3NDc1MmMxNzkwZTJmNDI1QAAAAGQ2ZWQzMjUyMTk3ZTIyOTI1\
            YmUxODRkZTUyNzliNzgyNGExYzIxZWQ2MzU4NWM4Zjc0NzUyYzE3OTBlMmY0MjUAAADABH3IQQAA\
            AMAEfchBAAAAAAABRgAAAAAAAADbG1Gqwb73YwAAAABCTUYAAAAAAAAANgAAACgAAAACAAAAAgAA\
            AAEAGAAAAAAAEAAAABMLAAATCwAAAAAAAAAAAAAAEQcJEQcAAAAABwkABwAA
            """
        )

        /// Written under a policy.
        private static let underPolicy = (
            path: "v1/f7/f77fabc635a28f2749d3217b1668021c7cff997e59fa5fe708e964223bffbe1b.entry",
            text: """
            V0lFbnRyeQoEAAAAgAEAAEYAAAAAAAAA2xtRqsG+92MxdQ2aC0pWE1oAAAAzOnVybD0zMDpodHRw\
            czovL3BpY3R1cmVzLmV4YW1wbGUvYS5ibXA7NzpuZXR3b3JrPTM2Omh0dHAlMkNodHRwczthbGw7\
            dHJ1ZTsxMjcuMC4wLjAlMkY4OzsAAADABH3IQQEAAACAnm3JQQEAAADAO3LJQQABHgAAAGh0dHBz\
            Oi8vcGljdHVyZXMuZXhhbXBsZS9hLmJtcMgAAAAAAAAAAQAAAA0AAABDYWNoZS1Db250cm9sEAAA\
            AG1heC1hZ2U9MzE1MzYwMDABQAAAAGQ2ZWQzMjUyMTk3ZTIyOTI1YmUxODRkZTUyNzliNzgyNGEx\
            YzIxZWQ2MzU4NWM4Zjc0NzUyYzE3OTBlMmY0MjVAAAAAZDZlZDMyNTIxOTdlMjI5MjViZTE4NGRl\
            NTI3OWI3ODI0YTFjMjFlZDYzNTg1YzhmNzQ3NTJjMTc5MGUyZjQyNQAAAMAEfchBAAAAwAR9yEEA\
            AAAAAAFGAAAAAAAAANsbUarBvvdjAAAAAEJNRgAAAAAAAAA2AAAAKAAAAAIAAAACAAAAAQAYAAAA\
            AAAQAAAAEwsAABMLAAAAAAAAAAAAAAARBwkRBwAAAAAHCQAHAAA=
            """
        )

        /// Returns a pipeline over a folder with an entry, which stays fresh for a year.
        private func pipeline(
            _ folder: TemporaryFolder, _ entry: (path: String, text: String),
            _ transport: CurlTransport, _ policy: NetworkPolicy?
        ) throws -> ImagePipeline {
            let file = URL(filePath: folder.path).appending(path: entry.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try #require(Data(base64Encoded: entry.text)).write(to: file)
            var limits = PipelineLimits()
            limits.load.networkPolicy = policy
            let clock = TestClock()
            var pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20),
                disk: DiskCache(folder: folder.path) { clock.now },
                loader: SchemeLoader(over: transport),
                codecs: CodecList(decoders: [BMPDecoder()]), limits: limits)
            pipeline.now = { clock.now }
            return pipeline
        }

        private var request: ImageRequest {
            var request: ImageRequest = "https://pictures.example/a.bmp"
            request.cachePolicy = .onlyIfCached
            return request
        }

        @Test(arguments: [nil, policy])
        func `a transport with standard settings finds them`(policy: NetworkPolicy?) async throws {
            let folder = TemporaryFolder()
            let entry = policy == nil ? Self.withoutPolicy : Self.underPolicy
            for transport in [CurlTransport.shared, CurlTransport(HTTPSettings(userAgent: "test"))]
            {
                let pipeline = try pipeline(folder, entry, transport, policy)
                let response = try await pipeline.image(for: request)
                #expect(response.origin == .disk)
                #expect(response.image.size == PixelSize(width: 2, height: 2))
            }
        }

        @Test(arguments: [
            HTTPSettings(trustsAnyCertificate: true), HTTPSettings(extraTrustRoots: "/no/such"),
            HTTPSettings(requiresTLS13: true), HTTPSettings(pinnedKeys: ["*": ["one"]]),
            HTTPSettings(clientCertificates: ["*": .pem(chain: [1], key: [2])]),
        ])
        func `a transport that trusts others does not`(settings: HTTPSettings) async throws {
            let pipeline = try pipeline(
                TemporaryFolder(), Self.withoutPolicy, CurlTransport(settings), nil)
            await #expect(throws: ImageError.self) { try await pipeline.image(for: request) }
        }

        @Test func `a transport under another policy does not`() async throws {
            let pipeline = try pipeline(
                TemporaryFolder(), Self.withoutPolicy, CurlTransport.shared, Self.policy)
            await #expect(throws: ImageError.self) { try await pipeline.image(for: request) }
        }
    }
#endif
