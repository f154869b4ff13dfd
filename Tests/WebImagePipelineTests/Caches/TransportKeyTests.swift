import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// The trust of transports in the keys of all caches.
struct TransportKeyTests {
    /// A transport that trusts more than others, by its name.
    private struct Named: HTTPTransport {
        let identity: String?
        var failure: LoadFailure?

        func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            if let failure { throw failure }
            let head = ResponseHead(
                url: request.url, status: 200, headers: ["Cache-Control": "max-age=600"])
            return LoadedBody(
                head: head, origin: .network, expectedByteCount: nil,
                chunks: BodyStream([TestPipeline.picture()]))
        }
        func shutdown() async {}
    }

    private struct Caches {
        let folder = TemporaryFolder()
        let memory = MemoryCache(maxBytes: 1 << 20)
        let results = MemoryCache(maxBytes: 1 << 20)
        let failures = NegativeCache()

        /// Returns a pipeline over these caches.
        ///
        /// - Parameter isNew: `true` for one with nothing in memory.
        func pipeline(over transport: Named, isNew: Bool = false) -> ImagePipeline {
            var pipeline = ImagePipeline(
                memory: isNew ? MemoryCache(maxBytes: 1 << 20) : memory,
                disk: DiskCache(folder: folder.path), loader: SchemeLoader(over: transport),
                codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
            pipeline.resultMemory = isNew ? MemoryCache(maxBytes: 1 << 20) : results
            pipeline.failures = failures
            return pipeline
        }
    }

    private static let names = [nil, "tls(unchecked)", "tls(besides(1))"]

    private func request(_ content: DiskRepresentation) -> ImageRequest {
        var request = ImageRequest("https://origin.test/a.bmp")
        request.diskRepresentation = content
        request.storeCompletion = .everything
        return request
    }

    @Test(arguments: [DiskRepresentation.original, .variant], [true, false])
    func `images answer requests of the same trust alone`(
        content: DiskRepresentation, isNew: Bool
    ) async throws {
        let caches = Caches()
        for name in Self.names {
            let pipeline = caches.pipeline(over: Named(identity: name), isNew: isNew)
            #expect(try await pipeline.image(for: request(content)).origin == .network)
        }
        for name in Self.names {
            let pipeline = caches.pipeline(over: Named(identity: name), isNew: isNew)
            let origin = try await pipeline.image(for: request(content)).origin
            #expect(origin == (isNew ? .disk : .memory))
        }
    }

    @Test(arguments: [true, false])
    func `files answer requests of the same trust alone`(isNew: Bool) async throws {
        let caches = Caches()
        for expected in [[ImageOrigin.network], [.disk, .memory]] {
            for name in Self.names {
                let pipeline = caches.pipeline(over: Named(identity: name), isNew: isNew)
                let file = try await pipeline.file(for: request(.original), as: .bmp)
                #expect(expected.contains(file.origin))
            }
        }
    }

    @Test func `nothing that was loaded with more trust stands in for a failure`() async throws {
        let caches = Caches()
        let open = caches.pipeline(over: Named(identity: "tls(unchecked)"))
        _ = try await open.image(for: request(.both))
        let checked = caches.pipeline(
            over: Named(identity: nil, failure: LoadFailure(.tls, "self-signed")))
        var request = request(.both)
        request.staleIfError = .seconds(600)
        await #expect(throws: ImageError.self) { try await checked.image(for: request) }
        request.cachePolicy = .onlyIfCached
        await #expect(throws: ImageError.self) { try await checked.image(for: request) }
        #expect(try await open.image(for: request).origin == .memory)
    }

    @Test func `a transport that trusts nothing besides has the keys of before`() async throws {
        let pipeline = Caches().pipeline(over: Named(identity: nil))
        let plain = "3:url=25:https://origin.test/a.bmp;"
        let keys = try await pipeline.cacheKeys(for: "https://origin.test/a.bmp")
        #expect(keys.data.text == plain)
        #expect(keys.image.text.hasPrefix(plain + "6:codecs=10:bmp-2,none;9:semantics="))
        var limited = pipeline
        limited.setLimits {
            $0.load.networkPolicy = NetworkPolicy(ports: nil, allowed: ["127.0.0.0/8"])
        }
        let others = try await limited.cacheKeys(for: "https://origin.test/a.bmp")
        let network = "7:network=36:http%2Chttps;all;true;127.0.0.0%2F8;;"
        #expect(others.data.text == plain + network)
    }

    @Test func `cookies and trust stand in the name of a loader together`() {
        let jar = CookieJar(account: "me")
        func name(_ identity: String?, _ cookies: CookieJar?) -> String? {
            SchemeLoader(over: Named(identity: identity), cookies: cookies).identity
        }
        let all = [
            name(nil, nil), name("tls(unchecked)", nil), name(nil, jar),
            name("tls(unchecked)", jar),
        ]
        #expect(Set(all).count == 4)
        #expect(all[0] == nil)
        #expect(all[2] == "http=cookies%28me%29;https=cookies%28me%29")
    }
}
