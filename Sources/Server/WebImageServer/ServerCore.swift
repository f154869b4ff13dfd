#if Server
    import CoreMetrics
    import Synchronization
    import WebImage
    import WebImageURLs

    /// The parts of a server that all its requests share.
    final class ServerCore: Sendable {
        let settings: ServerSettings
        let grammar: any URLGrammar
        let pipeline: ImagePipeline
        let pictures: ServerPictures
        let admission: Admission
        let metrics: ServerMetrics
        let recent = RecentFiles()
        /// The proxies whose word on clients counts.
        let proxies: TrustedProxies
        /// The metrics as text; nil if the program keeps them elsewhere.
        let prometheus: PrometheusMetrics?
        /// The maker of spans; nil without a tracer.
        let spans: RequestSpan?
        /// The removal of what is kept of a source.
        let removal: SourceRemoval
        /// The formats that can be written.
        let encodable: Set<ImageFormat>
        /// The files of addresses `local:///…`; nil without a folder of them.
        let localFiles: LocalFiles?
        /// The files of the page by their paths; empty without it.
        let pages: [String: Answer]
        private let ending = Atomic(false)
        /// The moment at which a refused connection was last reported.
        private let lastRefusal = Mutex<ContinuousClock.Instant?>(nil)

        init(
            _ settings: ServerSettings, _ grammar: any URLGrammar, _ pipeline: ImagePipeline,
            _ pictures: ServerPictures
        ) {
            (self.settings, self.grammar, self.pictures) = (settings, grammar, pictures)
            removal = SourceRemoval(pipeline, recent)
            proxies = TrustedProxies(settings.trustedProxies)
            pages = settings.showsPage ? ServerPage.files(settings, grammar) : [:]
            let workers = settings.workers > 0 ? settings.workers : ProcessorCount.current * 2
            let factory = MetricsSystem.factory
            metrics = ServerMetrics(
                namespace: settings.metricsNamespace, workers: max(1, workers), factory: factory)
            prometheus = factory as? PrometheusMetrics
            spans = RequestSpan(settings)
            admission = Self.admission(
                settings, workers: workers,
                loads: min(settings.maxLoads, pipeline.limits.memoryBudget >> 20), metrics)
            var entered = pipeline
            entered.workEntrance = admission
            self.pipeline = entered
            let sources = settings.sources
            localFiles = sources.localRoot.map {
                LocalFiles(root: $0, queryMark: sources.localQueryMark)
            }
            encodable = Set(pipeline.codecs.encoders.map(\.format))
        }

        private static func admission(
            _ settings: ServerSettings, workers: Int, loads: Int, _ metrics: ServerMetrics
        ) -> Admission {
            let room: Admission.Room
            var loads = loads
            if let length = settings.queueLength {
                room = settings.queueHasLoads ? .none : .places(length)
                if settings.queueHasLoads { loads = min(loads, workers + length) }
            } else {
                room = .unlimited
            }
            return Admission(
                workers: workers, loads: loads, room: room, order: settings.order,
                metrics: metrics)
        }

        /// `true` once the server takes no further connections.
        var isEnding: Bool { ending.load(ordering: .relaxed) }

        func end() { ending.store(true, ordering: .relaxed) }

        /// Counts a connection that was refused, and reports that once a minute.
        func noteRefusal(of client: ClientAddress) {
            metrics.refuseConnection()
            let now = ContinuousClock.now
            let isTold = lastRefusal.withLock { last in
                if let last, now - last < .seconds(60) { return false }
                last = now
                return true
            }
            guard isTold else { return }
            RequestLog.tell(
                "\(client) has more than \(settings.maxClientConnections) connections; a proxy is to be named in "
                    + "WEBIMAGE_TRUSTED_PROXIES", level: "warning")
        }

        /// Returns `true` if a request may be answered by its fields `Authorization`, of which it
        /// has one.
        func admits(_ authorization: [String]) -> Bool {
            guard let secret = settings.secret else { return true }
            let isExact = settings.answers.traits.bearerHasCase
            guard authorization.count == 1, !isExact || authorization[0].hasPrefix("Bearer "),
                let token = BearerToken(authorization[0])
            else { return false }
            return HMAC.isEqual(Array(token.text.utf8), Array(secret.utf8))
        }
    }
#endif
