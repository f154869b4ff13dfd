import WebImage
import WebImageOrigin

/// A server on this machine for the samples, with the delays of a network.
struct DemoOrigin {
    private let server: OriginServer

    /// Starts serving the samples, which may be cached for an hour.
    init(_ samples: [Sample]) throws {
        server = try OriginServer()
        for sample in samples {
            let headers = [
                ("Content-Type", sample.format.mediaType), ("Cache-Control", "max-age=3600"),
            ]
            server.reply(
                "/\(sample.name)",
                with: OriginReply(headers: headers, body: sample.bytes)
                    .delayed(.milliseconds(25)).slowly(chunk: 64 << 10, every: .milliseconds(4)))
        }
    }

    func url(_ sample: Sample) -> String { server.url("/\(sample.name)") }

    /// Checks that each sample was requested exactly once.
    ///
    /// - Throws: `DemoFailure` with the name of the first other sample.
    func checkRequests(_ samples: [Sample]) throws {
        for sample in samples {
            let count = server.requestCount("/\(sample.name)")
            guard count == 1 else {
                throw DemoFailure(
                    "\(sample.name): expected one request to the origin, counted \(count)")
            }
        }
    }

    func shutdown() { server.shutdown() }
}
