#if Server
    import CoreMetrics
    import Tracing
    public import WebImage
    import WebImageHTTP
    import WebImageRedis
    public import WebImageSandbox
    import WebImageTiers
    import WebImageTracing
    import WebImageURLs

    extension ServerSettings {
        /// Keeps the metrics of the process for ``metricsAddress``; without one, nothing is kept.
        ///
        /// To be called once, before a server is created, by a program that bootstraps no other
        /// factory.
        public func bootstrapMetrics() {
            guard metricsAddress != nil else { return }
            let help = ServerMetrics.help(namespace: metricsNamespace)
            MetricsSystem.bootstrap(PrometheusMetrics(help: help))
        }

        /// Returns the pipeline of a server with these settings: caches for many users, sources
        /// under a network policy, decoding in processes without rights, and spans of its stages if
        /// a tracer is bootstrapped.
        ///
        /// - Throws: `SandboxError` if the system lacks a part of the wall, unless ``isSandboxed``
        ///   is `false`.
        public func makePipeline() async throws(SandboxError) -> ImagePipeline {
            var loaders: [String: any ImageLoader] = [:]
            if let root = sources.localRoot {
                loaders["local"] = LocalFiles(root: root, queryMark: sources.localQueryMark)
            }
            let transport = CurlTransport(transportSettings)
            if let store = sources.store { loaders["s3"] = store.loader(over: transport) }
            let disk = cacheFolder.map {
                DiskCache(folder: $0, limits: DiskLimits(maxBytes: cacheByteCount))
            }
            let shared = redis.map(sharedStore)
            var pipeline = ImagePipeline(
                transport: transport, memory: MemoryCache(maxBytes: 16 << 20),
                disk: Self.tiers(disk, shared), loaders: loaders, limits: limits)
            if shared != nil { pipeline.results = Self.tiers(disk?.part("results"), shared) }
            pipeline.resultMemory = MemoryCache(maxBytes: memoryByteCount, pressure: .system)
            pipeline.cacheMode = .shared
            // A source may be mended soon.
            pipeline.failures = NegativeCache { error in
                NegativeCache.standardLifetime(of: error).map { min($0, .seconds(10)) }
            }
            sources.responses.apply(to: &pipeline.defaults)
            pipeline.interceptors = sources.interceptors
            if let file = sources.rules {
                let resolves = sources.twoSteps.isEmpty
                pipeline.rewrite = { file.rules.applied(to: $0, resolves: resolves) }
            }
            let tracer = InstrumentationSystem.tracer
            if !(tracer is NoOpTracer) { pipeline.observers.append(SpanObserver(tracer: tracer)) }
            if isSandboxed {
                pipeline.codecs = try await .sandboxed(
                    encodes: true, isolation: isolation, wall: .required)
            }
            return pipeline
        }

        /// Returns a folder before the shared store, or the one that there is.
        private static func tiers(_ folder: DiskCache?, _ shared: RedisCache?) -> (any DataCache)? {
            guard let folder, let shared else { return folder ?? shared }
            return TieredCache([folder, shared], store: .serial, promotes: true)
        }

        /// Returns the shared store; its events are counted and logged.
        private func sharedStore(_ address: RedisAddress) -> RedisCache {
            let name = ServerMetrics.name("shared_store_events_total", in: metricsNamespace)
            let counters = ["paused", "full", "resumed"].map {
                Counter(label: name, dimensions: [("event", $0)])
            }
            return RedisCache(address) { event in
                RequestLog.tell("\(event)", level: event == .resumed ? "info" : "warning")
                switch event {
                case .paused: counters[0].increment()
                case .full: counters[1].increment()
                case .resumed: counters[2].increment()
                }
            }
        }

        var transportSettings: HTTPSettings {
            var settings = HTTPSettings()
            if let agent = sources.userAgent { settings.userAgent = agent }
            settings.trustsAnyCertificate = sources.trustsAnyCertificate
            return settings
        }

        private var limits: PipelineLimits {
            var limits = PipelineLimits(memoryBudget: workByteCount)
            limits.memoryBudgetName = "WEBIMAGE_WORK_BYTES"
            if let pixels = bounds.maxPixels { limits.decode.maxPixels = pixels }
            limits.decode.maxAnimationPixels = bounds.maxPixels.map { $0 * 8 } ?? 400_000_000
            limits.decode.maxTime = max(timeout, .seconds(1))
            limits.load.maxBodyBytes = bounds.maxSourceBytes ?? 256 << 20
            limits.load.connectTimeout = downloadTimeout
            limits.load.idleTimeout = downloadTimeout
            limits.load.maxRedirects = sources.maxRedirects
            // The entrance of requests bounds them already; renewals after stale responses are 256
            // at most.
            limits.load.maxTransfers = max(maxLoads, workers) + 256
            limits.load.maxTransfersPerHost = limits.load.maxTransfers
            limits.load.networkPolicy = networkPolicy
            limits.load.transferOrder = order
            return limits
        }

        private var networkPolicy: NetworkPolicy {
            var allowed: [AddressRange] = []
            if sources.allowsLoopback { allowed += ["127.0.0.0/8", "::1/128"] }
            if sources.allowsLinkLocal { allowed += ["169.254.0.0/16", "fe80::/10"] }
            if sources.allowsPrivate {
                allowed += [
                    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7",
                ]
            }
            return NetworkPolicy(
                ports: nil, allowed: allowed, maxRedirects: sources.maxRedirects,
                maxBodyBytes: bounds.maxSourceBytes ?? 256 << 20, totalTimeout: sources.totalTimeout
            )
        }
    }
#endif
