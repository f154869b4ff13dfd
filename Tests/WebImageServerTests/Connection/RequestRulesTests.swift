#if Server
    import NIOCore
    import NIOEmbedded
    import NIOHTTP1
    import Testing

    @testable import WebImageServer

    /// The requests of a connection, and its end.
    struct RequestRulesTests {
        private let channel: EmbeddedChannel

        init() throws {
            channel = EmbeddedChannel(handler: RequestRules())
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
        }

        private func send(
            _ uri: String, _ fields: [(String, String)] = [], _ version: HTTPVersion = .http1_1,
            hasEnd: Bool = true
        ) throws {
            let head = HTTPRequestHead(
                version: version, method: .GET, uri: uri,
                headers: HTTPHeaders([("Host", "a")] + fields))
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            if hasEnd { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
        }

        private func answer(_ fields: [(String, String)] = []) throws {
            let head = HTTPResponseHead(
                version: .http1_1, status: .ok, headers: HTTPHeaders(fields))
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }

        /// The targets of requests that came through, each with its field `Connection`.
        private func requests() throws -> [String] {
            var found: [String] = []
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                guard case .head(let head) = part else { continue }
                found.append(([head.uri] + head.headers["Connection"]).joined(separator: " "))
            }
            return found
        }

        private func response() throws -> HTTPResponseHead? {
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .head(let head) = part { return head }
            }
            return nil
        }

        @Test func `what comes behind the last request is dropped`() throws {
            try send("/1")
            try send("/2", [("Connection", "x, Close")])
            try send("/3")
            #expect(try requests() == ["/1", "/2 close"])
        }

        @Test func `a request against the protocol is answered in its turn, and is the last`()
            throws
        {
            try send("/1", [("Host", "b")])
            try send("/2")
            #expect(try requests() == ["\(MalformedRequest.hosts.rawValue) close"])
        }

        @Test func `bytes that are no request are answered in their turn`() throws {
            try send("/1")
            channel.pipeline.fireErrorCaught(HTTPParserError.invalidVersion)
            channel.pipeline.fireErrorCaught(HTTPParserError.invalidVersion)
            #expect(try requests() == ["/1", "\(MalformedRequest.version.rawValue) close"])
        }

        @Test func `a fault behind the last request does not matter`() throws {
            try send("/1", [("Connection", "close")])
            channel.pipeline.fireErrorCaught(HTTPParserError.invalidVersion)
            #expect(try requests() == ["/1 close"])
        }

        @Test func `a body against the protocol ends with its request's answer`() throws {
            try send("/1", hasEnd: false)
            channel.pipeline.fireErrorCaught(HTTPParserError.invalidChunkSize)
            #expect(try requests() == ["/1"])
            #expect(channel.isActive)
            try answer([("Content-Length", "0")])
            #expect(!channel.isActive)
        }

        @Test func `a client of HTTP/1.0 reads until the end of a body without a length`() throws {
            try send("/1", [("Connection", "keep-alive")], .http1_0)
            try answer()
            let head = try response()
            #expect(head?.version == .http1_0 && head?.headers["Connection"] == ["close"])
            #expect(!channel.isActive)
        }

        @Test func `with a length its connection stays`() throws {
            try send("/1", [("Connection", "keep-alive")], .http1_0)
            try answer([("Content-Length", "0")])
            #expect(try response()?.headers["Connection"] == [])
            #expect(channel.isActive)
            try send("/2", [], .http1_0)
            #expect(try requests() == ["/1 keep-alive", "/2 close"])
            try answer([("Content-Length", "0")])
            #expect(try response()?.headers["Connection"] == ["close"])
        }
    }
#endif
