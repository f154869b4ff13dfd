import WebImageCaching
import WebImageCoding
import WebImageLoading

/// Makes an image of what the caches and the program have: no origin is asked.
struct CachedLoad: Sendable {
    private let load: ImageLoad

    private var stages: Stages { load.stages }
    private var request: PreparedRequest { load.request }
    private var trace: LoadTrace { load.trace }

    init(_ stages: Stages, _ request: PreparedRequest) {
        let trace = LoadTrace(key: request.imageKey, observers: stages.observers)
        load = ImageLoad(stages: stages, request: request, trace: trace)
    }

    /// Returns the response of the disk, which may be stale; nil if none may answer.
    func response(_ known: CachedImage?) async throws(ImageError) -> PipelineResponse? {
        let load = try await load.withInputs(asksOrigins: false)
        let cached = try await stages.disk.candidate(for: load.request, known: known, trace: trace)
        guard case .answer(let content) = cached else { return nil }
        return try await load.response(of: content, under: load.request.dataKey)
    }

    /// Shows and returns the image of the caches, however stale, to a caller that refreshes.
    func show(
        _ known: CachedImage?, to listener: ImageListener
    ) async throws(ImageError) -> CachedImage? {
        if let known {
            listener.show(response(known, from: .memory))
            return known
        }
        let cached = try await stages.disk.lookUp(for: request, known: nil, trace: trace)
        if let image = cached.content?.image {
            listener.show(response(image, from: .disk))
            return image
        }
        guard let data = cached.content?.data,
            let bytes = try await stages.disk.bytes(of: data, for: request, trace: trace)
        else { return nil }
        do throws(ImageError) {
            var response = try await load.withInputs(asksOrigins: false).finish(bytes)
            response.isStale = stages.freshness.judge(bytes, for: request) != .fresh
            listener.show(response)
            return response.content
        } catch {
            switch error {
            case .decode, .notCached, .input: return nil
            default: throw error
            }
        }
    }

    /// decode → transform → store, for bytes of the program, which are kept as loaded ones are.
    func store(_ encoded: EncodedImage) async throws(ImageError) -> PipelineResponse {
        let bytes = LoadedData(
            encoded: encoded, origin: .file, head: nil, expires: nil,
            mayBeStored: request.request.source.isRemote)
        let response = try await load.withInputs().finish(bytes)
        stages.failures.forget(request)
        // Nothing is written twice: here a failing disk is a failure.
        guard stages.store.plan(for: bytes, wanted: request.plan.writes).original else {
            return response
        }
        try await stages.store.write(bytes, for: request, trace: trace)
        return response
    }

    private func response(_ image: CachedImage, from origin: ImageOrigin) -> PipelineResponse {
        var response = PipelineResponse(image, origin: origin, timings: trace.timings)
        response.isStale = stages.freshness.judge(image, for: request) != .fresh
        return response
    }
}
