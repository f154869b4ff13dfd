#if Server
    import CoreMetrics
    import Hummingbird
    import MetricsTestKit
    import Testing
    import WebImageServer

    struct ServerMetricsTests {
        @Test func `a program has the server's metrics in its own factory`() async throws {
            let metrics = TestMetrics()
            let server = try await withMetricsFactory(metrics) { try await TestServer() }
            for target in [TestServer.picture, TestServer.picture, "/v1/-/-/no/plain/x"] {
                _ = await server.ask(target)
            }
            #expect(try metrics.expectCounter("requests_total").totalValue == 3)
            for (status, count) in [("200", 2), ("400", 1)] {
                let counter = try metrics.expectCounter(
                    "status_codes_total", [("status", status)])
                #expect(counter.totalValue == Int64(count))
            }
            let memory = try metrics.expectCounter("answers_total", [("from", "memory")])
            #expect(memory.totalValue == 1)
            let errors = try metrics.expectCounter("errors_total", [("type", "path_parsing")])
            #expect(errors.totalValue == 1)
            #expect(try metrics.expectTimer("request_duration_seconds").values.count == 3)
            let decodes = try metrics.expectTimer(
                "request_span_duration_seconds", [("span", "decode")])
            #expect(!decodes.values.isEmpty)
            for name in [
                "requests_in_progress", "loads_in_progress", "images_in_progress",
                "requests_waiting",
            ] {
                #expect(try metrics.expectMeter(name).values.last == 0)
            }
        }

        @Test func `metrics have the word of the settings before their names`() async throws {
            let metrics = TestMetrics()
            var settings = TestServer.quiet
            (settings.metricsNamespace, settings.workers) = ("shop", 4)
            let server = try await withMetricsFactory(metrics) { try await TestServer(settings) }
            _ = await server.ask("/health")
            #expect(try metrics.expectCounter("shop_requests_total").totalValue == 1)
            #expect(try metrics.expectMeter("shop_workers").values == [4])
        }
    }
#endif
