#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// An origin that answers `/p/…` with URLs, another one that has the pictures, and caches.
    final class TwoStepJob: Sendable {
        let api: OriginServer
        let cdn: OriginServer
        let trace = TraceObserver()
        let memory = MemoryCache(maxBytes: 1 << 24)
        let folder: String
        private let job: Job
        private let transport: any HTTPTransport

        init() throws {
            job = try Job()
            api = job.origin
            cdn = try OriginServer()
            folder = job.folder
            transport = try #require(ImagePipeline.makeTransport())
            cdn.reply("/secret.png", with: job.picture)
        }

        deinit { cdn.shutdown() }

        /// The real URL of the picture.
        var real: String { cdn.url("/secret.png") }
        var picture: OriginReply { job.picture }
        var pictureByteCount: Int { job.bytes.count }

        /// URLs below `/p/` of the first origin.
        var rule: TwoStepURLRule { .prefix(api.url("/p/")) }

        /// Returns an interceptor whose step time-out is long enough for a busy machine.
        func resolve(_ rule: TwoStepURLRule? = nil) -> BuiltInInterceptor {
            .twoStepURL(rule ?? self.rule, stepTimeout: .seconds(120))
        }

        /// Returns a pipeline that resolves; pipelines of one job share their caches.
        func pipeline(
            _ interceptors: [any LoadInterceptor]? = nil, limits: PipelineLimits = PipelineLimits()
        ) -> ImagePipeline {
            var pipeline = ImagePipeline(
                transport: transport, memory: memory, disk: DiskCache(folder: folder),
                limits: limits)
            pipeline.interceptors = interceptors ?? [resolve()]
            pipeline.observers = [trace]
            return pipeline
        }

        /// Returns a pipeline with one transfer at a time.
        func narrowPipeline() -> ImagePipeline {
            pipeline(limits: PipelineLimits(load: LoadLimits(maxTransfers: 1)))
        }

        /// Answers `/p/1` with a text, by default the real URL.
        func answer(_ answer: String? = nil, headers: [(String, String)] = []) {
            api.reply("/p/1", with: text(answer ?? real, headers: headers))
        }

        func text(_ text: String, headers: [(String, String)] = []) -> OriginReply {
            OriginReply(headers: headers, body: Array(text.utf8))
        }

        func request(_ path: String = "/p/1", headers: HeaderFields = [:]) -> ImageRequest {
            ImageRequest(api.url(path), headers: headers)
        }

        /// The number of requests to each of the two origins.
        var counts: [Int] { [api.requests.count, cdn.requests.count] }

        func clear() throws {
            memory.removeAll()
            try DiskCache(folder: folder).removeAll()
        }

        /// Returns `true` if any file of the disk cache contains a text.
        func diskContains(_ text: String) -> Bool {
            let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
            return (files ?? []).contains { name in
                let data = FileManager.default.contents(atPath: folder + "/" + name)
                return data?.range(of: Data(text.utf8)) != nil
            }
        }
    }

    extension ImageError {
        var isCancelled: Bool {
            if case .cancelled = self { return true }
            return false
        }
    }
#endif
