import FoundationEssentials
import WebImage
import WebImageHTTP
import WebImageS3

// The pipeline of a command.
extension Session {
    /// The limit of decoded pictures in memory in bytes; the same source may be given twice.
    private static let memoryByteCount = 16 << 20
    /// The statuses to try again after: all that may pass.
    private static let transientStatuses =
        Set(500...599).subtracting([501, 505]).union([408, 425, 429])
    /// The longest wait between attempts in all, for servers that ask for one.
    private static let retryTime = Duration.seconds(600)

    /// Returns the transport of the options, which starts with the first URL.
    ///
    /// - Parameter servers: The servers that may ask for the user's certificate.
    static func transport(_ network: NetworkOptions, _ servers: SourceServers) -> ScopedTransport {
        ScopedTransport(
            settings(network),
            certificate: network.cert.map { .files(chain: $0, key: network.key ?? $0) },
            cookies: network.cookies?.ofFile ?? [], servers: servers)
    }

    /// Returns a pipeline with the caches of the options.
    ///
    /// - Parameter cache: The disk cache; nil for none.
    static func pipeline(
        _ options: LoadingOptions, cache: DiskCache?, transport: any HTTPTransport,
        scratch: Scratch, output: Output
    ) -> ImagePipeline {
        let network = options.network
        var pipeline = ImagePipeline(
            transport: transport,
            memory: MemoryCache(maxBytes: memoryByteCount), disk: nil,
            loaders: ["s3": store(over: transport, network)], limits: options.limits)
        pipeline.resultMemory = MemoryCache(maxBytes: memoryByteCount)
        if let cache {
            pipeline.disk = GuardedCache(cache, scratch: scratch)
            pipeline.results = GuardedCache(cache.results, scratch: scratch)
        }
        // The process may end before a renewal after a response does.
        pipeline.renewsStale = false
        pipeline.codecs = options.sandbox.codecs()
        options.responses.common.apply(to: &pipeline.defaults)
        if let rules = options.responses.rules {
            let resolves = options.responses.twoStep.isEmpty
            pipeline.rewrite = { rules.applied(to: $0, resolves: resolves) }
        }
        pipeline.interceptors = interceptors(options)
        pipeline.observers = [CacheWarning(output: output), FallbackLog(output: output)]
        if options.verbose { pipeline.observers.append(EventLog(output: output)) }
        return pipeline
    }

    /// Returns the loader of `s3://bucket/key`, with the variables of AWS; one that refuses all if
    /// these name no store.
    private static func store(
        over transport: any HTTPTransport, _ network: NetworkOptions
    ) -> any ImageLoader {
        let environment = ProcessInfo.processInfo.environment
        var settings = S3Settings(environment: environment)
        // The attempts of `--retry` are around all loaders.
        if network.retry != nil { settings.retries.maxAttempts = 1 }
        do {
            return try S3Loader(
                over: transport,
                credentials: .standard(over: CurlTransport(), environment: environment),
                settings: settings)
        } catch {
            return RefusingLoader(failure: error)
        }
    }

    private static func settings(_ network: NetworkOptions) -> HTTPSettings {
        var settings = HTTPSettings(proxy: .environment)
        if let argument = network.proxy { settings.proxy = argument.proxy }
        settings.extraTrustRoots = network.cacert
        settings.trustsAnyCertificate = network.insecure
        if let agent = network.userAgent { settings.userAgent = agent.isEmpty ? nil : agent }
        return settings
    }

    private static func interceptors(_ options: LoadingOptions) -> [any LoadInterceptor] {
        let network = options.network
        var interceptors: [any LoadInterceptor] = []
        // The identity is part of keys, as the transport's is; these cookies are added for each
        // request of a redirect.
        if case .file(let cookies, _, let digest) = network.cookies, !cookies.isEmpty {
            interceptors.append(.changeRequest("cookies(\(digest))") { _ in })
        }
        if let count = network.retry, count > 0 {
            var policy = RetryPolicy()
            policy.maxAttempts = count + 1
            policy.maxTime = retryTime
            let accepted = options.responses.acceptStatus ?? .success
            policy.statuses = transientStatuses.filter { !accepted.contains($0) }
            interceptors.append(.retry(policy))
        }
        return interceptors + options.responses.interceptors
    }
}

/// The loader of a store whose settings are wrong, which only its objects need.
private struct RefusingLoader: ImageLoader {
    let failure: LoadFailure
    var identity: String? { nil }

    func load(_ request: LoadRequest) async throws -> LoadedBody { throw failure }
}
