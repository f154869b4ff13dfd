import Foundation
import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImageTesting

@testable import WebImageURLSession

/// The guarantees of this transport that ``TransportConformance`` does not test.
@Suite struct URLSessionTransportTests {
    @Test func `its own fields are sent where there are none`() async throws {
        let origin = try OriginServer()
        origin.reply("/a", with: OriginReply())
        let transport = URLSessionTransport()
        _ = try await transport.exchange(
            HTTPExchange(url: origin.url("/a"), headers: ["Accept": "image/png"]))
        let request = try #require(origin.requests.first)
        #expect(request["Accept"] == "image/png")
        #expect(request["User-Agent"] == URLSessionTransport.standardUserAgent)
        await transport.shutdown()
    }

    @Test func `a network policy refuses every exchange`() async throws {
        let origin = try OriginServer()
        origin.reply("/a", with: OriginReply())
        let policy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
        let transport = URLSessionTransport()
        let limits = LoadLimits(networkPolicy: policy)
        for load in [
            { try await transport.exchange(HTTPExchange(url: origin.url("/a"), limits: limits)) },
            {
                try await HTTPLoader(transport).load(
                    LoadRequest(source: .url(origin.url("/a")), limits: limits))
            },
        ] as [@Sendable () async throws -> LoadedBody] {
            let error = await #expect(throws: LoadFailure.self) { try await load() }
            #expect(error?.kind == .refusedAddress)
        }
        #expect(origin.requests.isEmpty)
    }

    @Test(arguments: [
        ("transfer closed with 97 bytes remaining to read", LoadFailure.Kind.truncated),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformed),
        ("Error while processing content unencoding: incorrect header check", .malformed),
        ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .tls),
        ("Recv failure: Connection reset by peer", .truncated),
    ])
    func `libcurl's lines tell the kind of failure`(_ line: String, _ kind: LoadFailure.Kind) {
        struct Named: LocalizedError {
            let errorDescription: String?
        }
        #expect(CurlErrorText(Named(errorDescription: line)).kind == kind)
        #expect(CurlErrorText(Named(errorDescription: "something")).kind == nil)
    }
}
