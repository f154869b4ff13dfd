#if HTTP && PNG
    import Foundation
    import Synchronization
    import Testing
    import WebImage
    import WebImageTesting

    /// An origin, and a pipeline observable by a test: memory, folder, events.
    final class FilterBench: Sendable {
        let job: Job
        let memory = MemoryCache(maxBytes: 1 << 24)
        let trace = TraceObserver()

        init() throws { job = try Job() }

        var origin: OriginServer { job.origin }

        /// The picture of an error, with status 200 and a header field that marks the error.
        var disguised: OriginReply { job.picture.header("ErrorCode", "100") }

        /// A picture that is partly visible after half of its bytes.
        static let noise: [UInt8] = {
            let bitmap = Scene.photograph(size: PixelSize(width: 120, height: 90))
            let file = try? CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings())
            return file?.withUnsafeBytes { Array($0) } ?? []
        }()

        /// Returns a pipeline with the folder and these interceptors.
        func pipeline(_ interceptors: any LoadInterceptor...) -> ImagePipeline {
            var pipeline = job.pipeline(observers: [trace])
            pipeline.memory = memory
            pipeline.interceptors = interceptors
            return pipeline
        }

        /// The same, with the filter of the article.
        var filtered: ImagePipeline { pipeline(.rejectResponses(header: "ErrorCode", number: 100)) }

        /// The files of the disk cache.
        var files: [String] {
            let paths = FileManager.default.enumerator(atPath: job.folder)?.allObjects as? [String]
            return (paths ?? []).filter {
                var isFolder: ObjCBool = false
                let path = job.folder + "/" + $0
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }

        /// `true` if memory and disk are empty.
        var isEmpty: Bool { memory.usage.entryCount == 0 && files.isEmpty }

        /// The events of transfers and their callers, in words.
        var course: [String] { trace.events.compactMap(\.courseWord) }
    }

    extension TraceObserver {
        /// The ends of callers, in order.
        var ends: [String] {
            events.compactMap { event in
                switch event {
                case .succeeded: "succeeded"
                case .failed(_, let error): error.stage
                default: nil
                }
            }
        }
    }

    extension PipelineEvent {
        fileprivate var courseWord: String? {
            switch self {
            case .load: "load"
            case .responded: "responded"
            case .loadEnded(_, _, let error): error == nil ? "ended" : "ended:\(error?.stage ?? "")"
            case .succeeded: "succeeded"
            case .failed(_, let error): "failed:\(error.stage)"
            default: nil
            }
        }
    }

    /// The updates of one reader so far.
    final class ToldUpdates: Sendable {
        private struct State: Sendable {
            var progress: [LoadProgress] = []
            var previewCount = 0
            var results: [Result<ImageResponse, ImageError>] = []
        }

        private let state = Mutex(State())

        var progress: [LoadProgress] { state.withLock { $0.progress } }
        /// The number of bytes in the last progress.
        var receivedByteCount: Int { progress.last?.receivedByteCount ?? 0 }
        var previewCount: Int { state.withLock { $0.previewCount } }
        var results: [Result<ImageResponse, ImageError>] { state.withLock { $0.results } }

        /// The only error; `nil` if there is an image or more than one end.
        var error: ImageError? {
            guard results.count == 1, case .failure(let error) = results[0] else { return nil }
            return error
        }

        /// Reads to the end.
        func read(_ request: ImageRequest, from pipeline: ImagePipeline) async {
            for await update in pipeline.updates(for: request) {
                state.withLock { state in
                    switch update {
                    case .progress(let progress): state.progress.append(progress)
                    case .preview: state.previewCount += 1
                    case .finished(let result): state.results.append(result)
                    default: break
                    }
                }
            }
        }
    }
#endif
