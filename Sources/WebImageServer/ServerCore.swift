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

        init(
            _ settings: ServerSettings, _ grammar: any URLGrammar, _ pipeline: ImagePipeline,
            _ pictures: ServerPictures
        ) {
            (self.settings, self.grammar, self.pipeline) = (settings, grammar, pipeline)
            self.pictures = pictures
            removal = SourceRemoval(pipeline, recent)
            pages = settings.showsPage ? ServerPage.files(settings, grammar) : [:]
            let workers = settings.workers > 0 ? settings.workers : ProcessorCount.current * 2
            let factory = MetricsSystem.factory
            metrics = ServerMetrics(
                namespace: settings.metricsNamespace, workers: max(1, workers), factory: factory)
            prometheus = factory as? PrometheusMetrics
            spans = RequestSpan(settings)
            admission = Admission(
                workers: workers, queueLength: settings.queueLength, metrics: metrics)
            let sources = settings.sources
            localFiles = sources.localRoot.map {
                LocalFiles(root: $0, queryMark: sources.localQueryMark)
            }
            encodable = Set(pipeline.codecs.encoders.map(\.format))
        }

        /// `true` once the server takes no further connections.
        var isEnding: Bool { ending.load(ordering: .relaxed) }

        func end() { ending.store(true, ordering: .relaxed) }

        /// Returns `true` if a request may be answered by its field `Authorization`.
        func admits(_ authorization: String?) -> Bool {
            guard let secret = settings.secret else { return true }
            return HMAC.isEqual(
                Array((authorization ?? "").utf8), Array("Bearer \(secret)".utf8))
        }
    }
#endif
