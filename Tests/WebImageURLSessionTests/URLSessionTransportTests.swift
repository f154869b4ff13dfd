import Foundation
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

@testable import WebImageURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol of a program, which answers for the host protocol.invalid.
private final class AnswerToInvalid: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.host == "protocol.invalid"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Length": "3"])
        else { return }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data([1, 2, 3]))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

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

    @Test func `a session has the program's configuration, and no cookies of it`() async throws {
        let origin = try OriginServer()
        origin.reply("/a", with: OriginReply(headers: [("Set-Cookie", "a=1")], body: [7]))
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-Program": "gallery"]
        configuration.protocolClasses =
            [AnswerToInvalid.self] + (configuration.protocolClasses ?? [])
        let transport = URLSessionTransport(configuration: configuration)
        // A later change has no effect.
        configuration.httpAdditionalHeaders = nil
        for _ in 0..<2 { _ = try await transport.exchange(HTTPExchange(url: origin.url("/a"))) }
        #expect(origin.requests.map { $0["X-Program"] } == ["gallery", "gallery"])
        #expect(origin.requests.map { $0["Cookie"] } == [nil, nil])
        let answer = try await transport.exchange(HTTPExchange(url: "http://protocol.invalid/"))
        var bytes: [UInt8] = []
        for try await chunk in answer.chunks { chunk.withUnsafeBytes { bytes += $0 } }
        #expect(bytes == [1, 2, 3])
        await transport.shutdown()
    }

    @Test func `redirects whose heads are dropped at once leave the process alive`() async throws {
        let origin = try OriginServer()
        origin.reply("/a", with: .redirect(to: "/b"))
        let transport = URLSessionTransport()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var statuses = 0
                    for _ in 0..<100 {
                        let url = origin.url("/a")
                        let answer = try await transport.exchange(HTTPExchange(url: url))
                        statuses += answer.head.status
                    }
                    return statuses
                }
            }
            for try await statuses in group { #expect(statuses == 30200) }
        }
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
