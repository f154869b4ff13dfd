import WebImage
import WebImageHTTP

// The pipeline of a command.
extension Session {
    /// The limit of decoded pictures in memory in bytes; the same source may be given twice.
    private static let memoryByteCount = 16 << 20
    /// The longest wait between attempts in all, for servers that ask for one.
    private static let retryTime = Duration.seconds(600)

    /// Returns a pipeline with the transport and the caches of the options.
    ///
    /// The transport starts with the first URL.
    static func pipeline(
        _ options: LoadingOptions, usesCache: Bool, scratch: Scratch, output: Output
    ) -> ImagePipeline {
        let network = options.network
        var pipeline = ImagePipeline(
            transport: AsyncHTTPClientTransport(settings(network)),
            memory: MemoryCache(maxBytes: memoryByteCount), disk: nil, limits: options.limits)
        if usesCache {
            let folder = options.cacheDir ?? DiskCache.standardFolder
            let cache = DiskCache(folder: folder, allowsSharedFolder: options.allowSharedCache)
            pipeline.disk = GuardedCache(cache, scratch: scratch)
        }
        if let codecs = WebImageCommand.ownCodecs { pipeline.codecs = codecs }
        pipeline.interceptors = interceptors(network)
        pipeline.observers = [CacheWarning(output: output)]
        if options.verbose { pipeline.observers.append(EventLog(output: output)) }
        return pipeline
    }

    private static func settings(_ network: NetworkOptions) -> HTTPSettings {
        var settings = HTTPSettings(proxy: .environment)
        if let argument = network.proxy { settings.proxy = argument.proxy }
        settings.extraTrustRoots = network.cacert
        settings.trustsAnyCertificate = network.insecure
        if let cert = network.cert {
            settings.clientCertificates = ["*": .files(chain: cert, key: network.key ?? cert)]
        }
        if let agent = network.userAgent { settings.userAgent = agent.isEmpty ? nil : agent }
        return settings
    }

    private static func interceptors(_ network: NetworkOptions) -> [any LoadInterceptor] {
        var interceptors: [any LoadInterceptor] = []
        // The identity is part of keys: what came unchecked answers no checked request.
        if network.insecure { interceptors.append(.changeRequest("insecure") { _ in }) }
        if let count = network.retry, count > 0 {
            var policy = RetryPolicy()
            policy.maxAttempts = count + 1
            policy.maxTime = retryTime
            interceptors.append(.retry(policy))
        }
        return interceptors
    }
}
