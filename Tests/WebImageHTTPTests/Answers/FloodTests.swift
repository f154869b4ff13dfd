#if HTTP
    import Foundation
    import Testing
    import WebImageCaching
    import WebImageHTTP
    import WebImageLoading

    /// Servers that send frames of HTTP/2 without an end.
    @Suite(.serialized, .enabled(if: SecureOrigin.isAvailable)) struct FloodTests {
        private static let floods: [(name: String, frames: [UInt8])] = {
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
                ("PING", frames(frame(6, 0, 0, [UInt8](repeating: 1, count: 8)))),
                ("SETTINGS", frames(frame(4, 0, 0, [0, 4, 0, 1, 0, 0]))),
                ("WINDOW_UPDATE", frames(frame(8, 0, 0, [0, 0, 0, 1]))),
                ("PRIORITY", frames(frame(2, 0, 1, [0, 0, 0, 0, 1]))),
                ("unknown frames", frames(frame(0xEE, 0, 0, [1, 2, 3, 4]))),
                (
                    "interim heads", frames(frame(1, 4, 1, [0x08, 3] + Array("103".utf8)))
                ),
                (
                    "CONTINUATION", frame(1, 0, 1, [0x88]) + frames(frame(9, 0, 1, [0x88]))
                ),
                (
                    "fields",
                    frame(1, 0, 1, [0x88])
                        + frames(
                            frame(9, 0, 1, [0, 1, 97, 126] + [UInt8](repeating: 98, count: 126)))
                ),
                ("empty DATA", head + frames(frame(0, 0, 1))),
                (
                    "padding",
                    head + frames(frame(0, 8, 1, [63] + [UInt8](repeating: 0, count: 63)))
                ),
                ("RST_STREAM", frames(frame(3, 0, 1, [0, 0, 0, 8]))),
                (
                    "PUSH_PROMISE", frames(frame(5, 4, 1, [0, 0, 0, 2, 0x82, 0x87, 0x84]))
                ),
            ]
        }()

        /// The resident memory of this process in bytes.
        private static var memory: Int {
            let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages =
                (text ?? "").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * Int(getpagesize())
        }

        /// Runs in a process of its own, whose memory no other test takes.
        @Test(.timeLimit(.minutes(10)))
        func `a flood ends its transfer, and takes no memory`() async {
            await #expect(processExitsWith: .success) {
                for flood in Self.floods { try await Self.meet(flood.name, flood.frames) }
            }
        }

        private static func meet(_ name: String, _ frames: [UInt8]) async throws {
            let origin = try await ScriptedHTTP2(frames, repeats: true)
            try await SecureOrigin.withTrustRoots { roots in
                let transport = CurlTransport(
                    HTTPSettings(extraTrustRoots: roots),
                    resolver: HostResolver { _ in [IPAddress(v4: 0x7f00_0001)] })
                let (before, start) = (memory, ContinuousClock.now)
                let failure = await loadFailure {
                    try await transport.exchange(
                        HTTPExchange(
                            url: "https://pictures.example:\(origin.port)/a",
                            limits: LoadLimits(idleTimeout: .seconds(60)))
                    ).bytes()
                }
                #expect(failure != nil, "\(name)")
                #expect(start.duration(to: .now) < .seconds(50), "\(name)")
                #expect(memory - before < 64 << 20, "\(name)")
                await transport.shutdown()
            }
        }
    }
#endif
