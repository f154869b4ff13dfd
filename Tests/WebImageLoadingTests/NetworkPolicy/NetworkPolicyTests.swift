import TestSupport
import Testing
import WebImageCoding
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline
@testable import WebImageRuntime

@Suite struct NetworkPolicyTests {
    private func failure(_ body: () throws(LoadFailure) -> Void) -> LoadFailure? {
        do throws(LoadFailure) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test func `by itself the public internet is allowed on the standard ports`() throws {
        let policy = NetworkPolicy()
        #expect(policy.allows(try address("8.8.8.8")))
        #expect(!policy.allows(try address("127.0.0.1")))
        for (scheme, port, isAllowed) in [
            ("http", 80, true), ("https", 443, true), ("https", 80, true), ("http", 8080, false),
            ("http", 22, false), ("ftp", 80, false), ("file", 80, false),
        ] {
            let failure = failure { () throws(LoadFailure) in
                try policy.check(scheme: scheme, host: "h.example", port: port)
            }
            #expect((failure == nil) == isAllowed, "\(scheme) \(port)")
            #expect(failure == nil || failure?.kind == .refusedAddress)
        }
    }

    @Test func `the wire server of Azure is refused, unless it is allowed by name`() throws {
        let address = try address("168.63.129.16")
        let failure = failure { () throws(LoadFailure) in
            try NetworkPolicy().check([address], of: "h.example")
        }
        #expect(
            failure?.reason
                == "the network policy refuses h.example: its address is Azure's wire server")
        #expect(NetworkPolicy(allowed: ["168.63.129.16"]).allows(address))
    }

    @Test func `one refused address refuses the host`() throws {
        let addresses = [try address("8.8.8.8"), try address("10.0.0.7")]
        let failure = failure { () throws(LoadFailure) in
            try NetworkPolicy().check(addresses, of: "h.example")
        }
        #expect(failure?.kind == .refusedAddress)
        #expect(failure?.reason == "the network policy refuses h.example: its address is private")
    }

    @Test func `exceptions allow, denials win over them`() throws {
        var policy = NetworkPolicy(allowed: ["10.1.0.0/16", "fd00:1::/32"])
        #expect(policy.allows(try address("10.1.2.3")))
        #expect(policy.allows(try address("::ffff:10.1.2.3")))
        #expect(policy.allows(try address("fd00:1::9")))
        #expect(!policy.allows(try address("10.2.0.1")))
        policy.denied = ["10.1.2.0/24", "8.8.8.8"]
        #expect(!policy.allows(try address("10.1.2.3")))
        #expect(!policy.allows(try address("8.8.8.8")))
        #expect(!policy.allows(try address("64:ff9b::8.8.8.8")))
        #expect(!policy.allows(try address("2002:808:808::1")))
        #expect(policy.allows(try address("8.8.4.4")))
    }

    @Test func `without the public internet only exceptions are left`() throws {
        let policy = NetworkPolicy(allowsPublicAddresses: false, allowed: ["192.0.2.0/24"])
        #expect(policy.allows(try address("192.0.2.7")))
        #expect(!policy.allows(try address("8.8.8.8")))
    }

    @Test func `an allowed address in another one is not allowed by itself`() throws {
        let policy = NetworkPolicy(allowed: ["127.0.0.1"])
        #expect(policy.allows(try address("::ffff:127.0.0.1")))
        #expect(!policy.allows(try address("64:ff9b::127.0.0.1")))
        #expect(!policy.allows(try address("::1")))
    }

    @Test func `the stricter of limits and policy holds`() {
        var limits = LoadLimits(maxBodyBytes: 1000, maxRedirects: 20)
        #expect(limits.underPolicy == limits)
        limits.networkPolicy = NetworkPolicy(maxRedirects: 3, maxBodyBytes: 2000)
        #expect(limits.underPolicy.maxBodyBytes == 1000)
        #expect(limits.underPolicy.maxRedirects == 3)
    }

    private func timeout(
        of request: ImageRequest, under policy: NetworkPolicy?, _ defaults: Duration? = nil
    ) async throws -> Duration? {
        var pipeline = ImagePipeline(
            memory: MemoryCache(), disk: nil,
            loader: ScriptedLoader(bytes: ByteBlock(copying: [1])), codecs: CodecList())
        pipeline.limits.load.networkPolicy = policy
        if let defaults { pipeline.defaults.timeout = defaults }
        return try await pipeline.prepare(request).timeout
    }

    @Test func `under a policy a request has a minute in total`() async throws {
        let request: ImageRequest = "http://example.com/a.png"
        #expect(try await timeout(of: request, under: nil) == nil)
        #expect(try await timeout(of: request, under: NetworkPolicy()) == .seconds(60))
        let short = NetworkPolicy(totalTimeout: .seconds(2))
        #expect(try await timeout(of: request, under: short) == .seconds(2))
        #expect(try await timeout(of: request, under: NetworkPolicy(totalTimeout: nil)) == nil)
    }

    @Test func `a total time that is set takes the place of the policy's`() async throws {
        var request: ImageRequest = "http://example.com/a.png"
        let policy = NetworkPolicy()
        #expect(try await timeout(of: request, under: policy, .seconds(600)) == .seconds(600))
        for own in [Duration.seconds(1), .seconds(3_600), nil] {
            request.timeout = own
            #expect(try await timeout(of: request, under: policy, .seconds(600)) == own)
        }
    }

    @Test func `bytes that are there already have no total time`() async throws {
        let request = ImageRequest(ImageSource.data(ByteBlock(copying: [1])))
        #expect(try await timeout(of: request, under: NetworkPolicy()) == nil)
    }

    @Test(arguments: ["image", "encodedImage"])
    func `a load that never ends is given up under a policy`(_ way: String) async throws {
        let loader = ScriptedLoader(bytes: ByteBlock(copying: [1]), isFrozen: true)
        var pipeline = ImagePipeline(
            memory: MemoryCache(), disk: nil, loader: loader, codecs: CodecList())
        pipeline.limits.load.networkPolicy = NetworkPolicy(totalTimeout: .milliseconds(20))
        let failure = await loadFailure {
            if way == "encodedImage" {
                _ = try await pipeline.data(for: "http://example.com/a.png")
            } else {
                _ = try await pipeline.image(for: "http://example.com/a.png")
            }
        }
        #expect(failure?.kind == .timedOut)
        #expect(failure?.reason == "no image within 0.02s")
        #expect(await eventually { loader.cancelCount == 1 })
    }

    @Test func `a transport that keeps to no policy is not asked under one`() async throws {
        struct Careless: HTTPTransport {
            var identity: String? { nil }
            func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
                Issue.record("an exchange was made")
                throw CancellationError()
            }
            func shutdown() async {}
        }
        let limits = LoadLimits(networkPolicy: NetworkPolicy())
        let error = await #expect(throws: LoadFailure.self) {
            try await HTTPLoader(Careless()).load(
                LoadRequest(source: .url("http://example.com/"), limits: limits))
        }
        #expect(error?.kind == .refusedAddress)
    }

    @Test func `keys of caches name the policy`() async throws {
        let loader = ScriptedLoader(bytes: ByteBlock(copying: [1]))
        var pipeline = ImagePipeline(
            memory: MemoryCache(), disk: nil, loader: loader, codecs: CodecList())
        let request: ImageRequest = "http://example.com/a.png"
        var keys: [CacheKey] = [try await pipeline.prepare(request).dataKey]
        let policies = [
            NetworkPolicy(), NetworkPolicy(allowed: ["10.0.0.0/8"]),
            NetworkPolicy(denied: ["10.0.0.0/8"]), NetworkPolicy(ports: nil),
            NetworkPolicy(schemes: ["https"]), NetworkPolicy(allowsPublicAddresses: false),
        ]
        for policy in policies {
            pipeline.limits.load.networkPolicy = policy
            keys.append(try await pipeline.prepare(request).dataKey)
        }
        #expect(Set(keys).count == keys.count)
        // Limits affect the check, not the result: they are not part of the key.
        pipeline.limits.load.networkPolicy = NetworkPolicy(maxRedirects: 1)
        #expect(try await pipeline.prepare(request).dataKey == keys[1])
    }
}

extension NetworkPolicy {
    fileprivate func allows(_ address: IPAddress) -> Bool {
        (try? check([address], of: "host")) != nil
    }
}
