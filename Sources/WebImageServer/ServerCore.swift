#if Server
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
        /// The formats that can be written.
        let encodable: Set<ImageFormat>
        /// The files of addresses `local:///…`; nil without a folder of them.
        let localFiles: LocalFiles?
        private let ending = Atomic(false)

        init(
            _ settings: ServerSettings, _ grammar: any URLGrammar, _ pipeline: ImagePipeline,
            _ pictures: ServerPictures
        ) {
            (self.settings, self.grammar, self.pipeline) = (settings, grammar, pipeline)
            self.pictures = pictures
            let workers = settings.workers > 0 ? settings.workers : ProcessorCount.current * 2
            admission = Admission(workers: workers, queueLength: settings.queueLength)
            metrics = ServerMetrics(namespace: settings.metricsNamespace)
            let sources = settings.sources
            localFiles = sources.localRoot.map {
                LocalFiles(root: $0, queryMark: sources.localQueryMark)
            }
            encodable = Set(pipeline.codecs.encoders.map(\.format))
        }

        /// `true` once the server takes no further connections.
        var isEnding: Bool { ending.load(ordering: .relaxed) }

        func end() { ending.store(true, ordering: .relaxed) }
    }
#endif
