#if Server
    import HTTPTypes
    import NIOCore
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// The places of a request.
    struct EntranceTests {
        /// Returns a call of a server with one place to load and none to wait.
        private func call(
            _ server: TestServer, _ fields: HeaderFields = [:], from address: String? = nil
        ) throws -> ServerCall {
            let connection = try address.map {
                let socket = try SocketAddress(ipAddress: $0, port: 80)
                return RequestConnection(channel: StubChannel(remoteAddress: socket))
            }
            let core = server.server.core
            let record = RequestRecord(core, method: "GET", target: TestServer.picture, [:])
            return ServerCall(core: core, fields: fields, connection: connection, record: record)
        }

        private func server(
            _ change: (inout ServerSettings) -> Void = { _ in }
        ) async throws -> TestServer {
            var settings = TestServer.quiet
            (settings.maxLoads, settings.workers, settings.queueLength) = (1, 1, 0)
            change(&settings)
            let file = try TestServer.file()
            let loader = TestServer.loader { _, _ in (["Cache-Control": "max-age=60"], file) }
            return try await TestServer(settings, loader: loader)
        }

        private func plan(_ options: String = "format=bmp") throws -> ImagePlan {
            try WebImageGrammar().plan(for: TestServer.target(options), at: 0)
        }

        @Test func `a request is counted by its client and the host of its source`() async throws {
            let server = try await server { $0.trustedProxies = ["10.0.0.0/8"] }
            let fields: HeaderFields = ["X-Forwarded-For": "192.0.2.8"]
            let own = try call(server, fields, from: "192.0.2.7").visitor(of: plan())
            #expect(own.client?.description == "192.0.2.7" && own.host == "http://a.test")
            let passed = try call(server, fields, from: "10.0.0.1").visitor(of: plan())
            #expect(passed.client?.description == "192.0.2.8")
            #expect(try call(server, fields).visitor(of: plan()).client == nil)
            let local = ImagePlan(source: "local:///a.png")
            #expect(try call(server, from: "192.0.2.7").visitor(of: local).host == nil)
        }

        @Test func `a refusal is a fault that tells when to ask again`() async throws {
            let call = try await call(server())
            let kind = await #expect(throws: ServerFault.self) {
                _ = try await call.entrance { () throws(Admission.Refusal) in
                    throw .full(retryAfter: 7)
                }
            }?.kind
            #expect(kind == .full(retryAfter: 7))
            let other = await #expect(throws: ServerFault.self) {
                _ = try await call.entrance { () throws(Admission.Refusal) in throw .cancelled }
            }?.kind
            #expect(other == .gone)
        }

        @Test func `while a new file had to wait, one at hand is answered`() async throws {
            let server = try await server()
            let call = try call(server)
            let plan = try plan()
            let visitor = call.visitor(of: plan)
            // The file is at hand.
            _ = await server.ask(TestServer.target())
            #expect(await call.cachedWhileBusy(plan, visitor) == nil)
            let place = try await server.server.core.admission.enter(visitor)
            #expect(await call.cachedWhileBusy(plan, visitor)?.status == 200)
            #expect(try await call.cachedWhileBusy(self.plan("info"), visitor) == nil)
            #expect(try await call.cachedWhileBusy(self.plan("size=fit:2x"), visitor) == nil)
            place.end()
        }

        @Test func `the server's own picture needs no place in place of another one`()
            async throws
        {
            let bytes = try TestServer.file(2, 2).withUnsafeBytes { Array($0) }
            let server = try await server { $0.fallback = FallbackSettings(picture: .data(bytes)) }
            let call = try call(server)
            let fault = ServerFault(.unreachable, "")
            let place = try await server.server.core.admission.enter(Visitor())
            #expect(await call.fallback(for: try plan(), fault, nil)?.status == 200)
            // That of an address has a host, which answers for itself.
            let open = try await self.server()
            let source = try WebImageGrammar().plan(
                for: TestServer.target(
                    "format=bmp;fallback=\(Base64URL.encode(Array("http://b.test/".utf8)))"),
                at: 0)
            let other = try self.call(open)
            #expect(await other.fallback(for: source, fault, nil)?.status == 200)
            let held = try await open.server.core.admission.enter(Visitor())
            #expect(await other.fallback(for: source, fault, nil) == nil)
            place.end()
            held.end()
        }
    }
#endif
