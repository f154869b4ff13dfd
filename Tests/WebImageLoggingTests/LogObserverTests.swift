#if Logging
    import InMemoryLogging
    import Logging
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImageLogging
    import WebImagePipeline

    struct LogObserverTests {
        static let key = CacheKey("k")

        private func lines(_ events: PipelineEvent...) -> [InMemoryLogHandler.Entry] {
            var handler = InMemoryLogHandler()
            handler.logLevel = .trace
            let kept = handler
            let observer = LogObserver(Logger(label: "test") { _ in kept })
            for event in events { observer.observe(event) }
            return handler.entries
        }

        @Test func `a failed load is a warning that names stage and reason`() throws {
            let failure = LoadFailure(.status(404), "status 404, expected 200 to 299")
            let line = try #require(lines(.failed(key: Self.key, error: .load(failure))).first)
            #expect(line.level == .warning)
            #expect(line.metadata["stage"] == "load")
            #expect(line.metadata["reason"] == "status 404, expected 200 to 299")
        }

        @Test func `a cancelled load is no failure`() {
            #expect(lines(.failed(key: Self.key, error: .cancelled)).map(\.level) == [.debug])
        }

        @Test func `a failed cache is an error`() {
            let error = DiskError("cannot write", path: "/x", code: 28)
            #expect(lines(.cacheFailed(key: Self.key, error: error)).map(\.level) == [.error])
        }

        @Test func `a damaged entry is a warning that names file and reason`() throws {
            let damage = EntryDamage(path: "/x/y.entry", reason: .body)
            let line = try #require(lines(.damaged(key: Self.key, damage: damage)).first)
            #expect(line.level == .warning)
            #expect(line.metadata["reason"] == "the entry /x/y.entry is damaged: wrong body")
        }

        @Test func `a shortage of memory is a warning that tells what was given back`() throws {
            let line = try #require(
                lines(.memoryPressure(freedByteCount: 70, keptByteCount: 30)).first)
            #expect(line.level == .warning)
            #expect(line.metadata == ["freed": "70", "kept": "30"])
        }

        @Test func `stages pass by on the lowest level`() {
            let lines = lines(
                .memory(key: Self.key, hit: false), .disk(key: Self.key, hit: true),
                .decode(key: Self.key),
                .measured(key: Self.key, stage: "decode", duration: .milliseconds(3)))
            #expect(lines.allSatisfy { $0.level == .trace })
            #expect(
                lines.map(\.message) == [
                    "memory cache looked up", "disk cache looked up", "decode started",
                    "decode ended",
                ])
        }

        @Test func `no line tells a header or a query`() {
            let head = ResponseHead(
                url: "http://a/b?token=secret", headers: ["Set-Cookie": "secret"])
            let lines = lines(.responded(key: Self.key, head: head))
            #expect(lines.count == 1)
            #expect(!lines.contains { "\($0)".contains("secret") })
        }
    }
#endif
