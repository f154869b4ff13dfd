#if Server
    import CoreMetrics
    import HTTPTypes
    import MetricsTestKit
    import NIOCore
    import NIOEmbedded
    import Testing
    import WebImage
    import WebImageTesting

    @testable import WebImageServer

    /// The end of records with their answers, over connections of both versions.
    struct AnswerWatchTests {
        private let metrics = TestMetrics()

        private func connection(
            _ version: MemoryConnection.Version, _ loader: ScriptedLoader? = nil
        ) async throws -> MemoryConnection {
            let server = try await withMetricsFactory(metrics) {
                try await TestServer(loader: loader).server
            }
            return try await MemoryConnection(version) { await server.respond(to: $0, by: $1) }
        }

        /// The number of requests whose record has ended.
        private func ends() throws -> Int {
            try metrics.expectTimer("request_duration_seconds").values.count
        }

        /// Returns the number of answers with a status.
        private func count(_ status: String) throws -> Int64 {
            try metrics.expectCounter("status_codes_total", [("status", status)]).totalValue
        }

        @Test(arguments: MemoryConnection.Version.allCases)
        func `a record ends once, with the last part of its answer`(
            version: MemoryConnection.Version
        ) async throws {
            let connection = try await connection(version)
            try await connection.ask("/health")
            #expect(await eventually { (try? ends()) == 1 })
            #expect(connection.channel.isActive)
            await connection.close()
            #expect(try ends() == 1 && count("200") == 1)
            #expect(try metrics.expectMeter("requests_in_progress").values == [1, 0])
        }

        @Test(arguments: MemoryConnection.Version.allCases)
        func `a record ends once with a connection that its client leaves`(
            version: MemoryConnection.Version
        ) async throws {
            let loader = ScriptedLoader(bytes: try TestServer.file(), isFrozen: true)
            let connection = try await connection(version, loader)
            try await connection.ask(TestServer.picture)
            #expect(await eventually { loader.loadCount == 1 })
            try await connection.channel.close().get()
            loader.thaw()
            await connection.close()
            #expect(await eventually { (try? ends()) == 1 })
            #expect(try metrics.expectMeter("requests_in_progress").values == [1, 0])
        }

        @Test func `a connection without the handler leaves the end to the body`() async throws {
            let core = try await TestServer().server.core
            let channel = StubChannel()
            let record = RequestRecord(core, method: "GET", target: "/", [:])
            #expect(!RequestConnection(channel: channel).willWrite(record))
        }
    }
#endif
