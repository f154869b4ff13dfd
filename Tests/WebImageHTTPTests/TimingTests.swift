#if HTTP
    import Foundation
    import Synchronization
    import Testing
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting

    /// The durations of the parts of an exchange.
    struct TimingTests {
        @Test(.timeLimit(.minutes(5)), .enabled(if: SecureOrigin.isAvailable))
        func `a new connection has its times, a kept one only that of its answer`() async throws {
            let origin = try await SecureOrigin()
            try await SecureOrigin.withTrustRoots { roots in
                let transport = CurlTransport(
                    HTTPSettings(extraTrustRoots: roots),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                var stages: [[String]] = []
                for _ in 0..<2 {
                    let answer = try await transport.exchange(
                        HTTPExchange(url: "https://pictures.example:\(origin.port)/a"))
                    _ = try await answer.bytes()
                    #expect(answer.timings.allSatisfy { $0.duration >= .zero })
                    #expect(answer.timings.allSatisfy { $0.duration < .seconds(60) })
                    stages.append(answer.timings.map(\.stage))
                }
                #expect(
                    stages[0] == ["load.name", "load.connect", "load.tls", "load.first-byte"])
                #expect(stages[1] == ["load.name", "load.first-byte"])
                await transport.shutdown()
            }
        }

        private final class Measured: PipelineObserver {
            let stages = Mutex<[String]>([])

            func observe(_ event: PipelineEvent) {
                guard case .measured(_, let stage, _) = event else { return }
                stages.withLock { $0.append(stage) }
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a response and the observers are told the parts of its load`() async throws {
            let origin = try OriginServer()
            origin.reply(
                "/a", with: OriginReply(status: 302, headers: [("Location", "/b")], body: []))
            let picture = try BMPEncoder().encode(
                Bitmap(size: PixelSize(width: 2, height: 2), isOpaque: true),
                settings: EncodeSettings())
            origin.reply("/b", with: OriginReply(body: picture.withUnsafeBytes { Array($0) }))
            let (measured, transport) = (Measured(), CurlTransport())
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil,
                loader: SchemeLoader(over: transport),
                codecs: CodecList(decoders: [BMPDecoder()]), observers: [measured])
            let timings = try await pipeline.image(for: origin.url("/a")).timings
            let parts = timings.entries.map(\.stage).filter { $0.hasPrefix("load.") }
            // The second exchange is on the connection of the first.
            #expect(parts == ["load.connect", "load.first-byte", "load.first-byte", "load.body"])
            let whole = try #require(timings["load"])
            let sum = timings.entries.filter { parts.contains($0.stage) }
                .reduce(Duration.zero) { $0 + $1.duration }
            #expect(sum <= whole)
            #expect(measured.stages.withLock { $0 }.filter { $0.hasPrefix("load.") } == parts)
            await transport.shutdown()
        }
    }
#endif
