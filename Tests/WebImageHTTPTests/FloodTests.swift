#if HTTP
    import Foundation
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading

    /// Servers that send frames of HTTP/2 without an end.
    @Suite(.serialized, .enabled(if: SecureOrigin.isAvailable)) struct FloodTests {
        private static let floods: [(name: String, frames: [UInt8], limit: Duration)] = {
            func frames(_ frame: [UInt8]) -> [UInt8] {
                Array(repeatElement(frame, count: 4096).joined())
            }
            func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8] = [])
                -> [UInt8]
            {
                ScriptedHTTP2.frame(type, flags, stream: stream, payload)
            }
            let head = ScriptedHTTP2.frame(1, 4, stream: 1, [0x88])
            return [
                ("PING", frames(frame(6, 0, 0, [UInt8](repeating: 1, count: 8))), .seconds(20)),
                ("SETTINGS", frames(frame(4, 0, 0, [0, 4, 0, 1, 0, 0])), .seconds(20)),
                ("WINDOW_UPDATE", frames(frame(8, 0, 0, [0, 0, 0, 1])), .seconds(20)),
                ("PRIORITY", frames(frame(2, 0, 1, [0, 0, 0, 0, 1])), .seconds(20)),
                ("unknown frames", frames(frame(0xEE, 0, 0, [1, 2, 3, 4])), .seconds(20)),
                (
                    "interim heads", frames(frame(1, 4, 1, [0x08, 3] + Array("103".utf8))),
                    .seconds(20)
                ),
                (
                    "CONTINUATION", frame(1, 0, 1, [0x88]) + frames(frame(9, 0, 1, [0x88])),
                    .seconds(20)
                ),
                (
                    "fields",
                    frame(1, 0, 1, [0x88])
                        + frames(
                            frame(9, 0, 1, [0, 1, 97, 126] + [UInt8](repeating: 98, count: 126))),
                    .seconds(20)
                ),
                ("empty DATA", head + frames(frame(0, 0, 1)), .seconds(20)),
                (
                    "padding",
                    head + frames(frame(0, 8, 1, [63] + [UInt8](repeating: 0, count: 63))),
                    .seconds(20)
                ),
                ("RST_STREAM", frames(frame(3, 0, 1, [0, 0, 0, 8])), .seconds(20)),
                (
                    "PUSH_PROMISE", frames(frame(5, 4, 1, [0, 0, 0, 2, 0x82, 0x87, 0x84])),
                    .seconds(20)
                ),
            ]
        }()

        /// The resident memory of this process in bytes.
        private static var memory: Int {
            let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages =
                (text ?? "").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * 4096
        }

        @Test(.timeLimit(.minutes(5)), arguments: 0..<12)
        func `a flood ends its transfer, and takes no memory`(_ index: Int) async throws {
            let flood = Self.floods[index]
            let origin = try await ScriptedHTTP2(flood.frames, repeats: true)
            try await SecureOrigin.withTrustRoots { roots in
                let transport = CurlTransport(
                    HTTPSettings(extraTrustRoots: roots),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                let before = Self.memory
                let start = ContinuousClock.now
                let failure = await loadFailure {
                    try await transport.exchange(
                        HTTPExchange(
                            url: "https://pictures.example:\(origin.port)/a",
                            limits: LoadLimits(idleTimeout: .seconds(10)))
                    ).bytes()
                }
                #expect(failure != nil, "\(flood.name)")
                #expect(start.duration(to: .now) < flood.limit, "\(flood.name)")
                #expect(Self.memory - before < 64 << 20, "\(flood.name)")
                print(
                    "flood", flood.name, start.duration(to: .now), (Self.memory - before) >> 10,
                    "kB", failure?.reason ?? "")
                await transport.shutdown()
            }
        }
    }
#endif
