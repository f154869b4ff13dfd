package import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The load of one picture into the caches.
package struct Prewarming: Sendable {
    let pipeline: ImagePipeline
    let request: PreparedRequest
    let target: PrefetchTarget
    /// `true` if a picture is of use only once it is decoded.
    private let needsPixels: Bool

    package init(pipeline: ImagePipeline, request: PreparedRequest, _ target: PrefetchTarget) {
        self.pipeline = pipeline
        let request = request.confirmed
        (self.request, self.target) = (request, target)
        needsPixels =
            target == .memory || pipeline.stages.settings.disk == nil
            || !request.request.source.isRemote || !request.plan.writes.original
    }

    private var stages: Stages { pipeline.stages }

    /// The name of the result, which equal loads share.
    package var key: Fingerprint {
        let own = Fingerprint(needsPixels ? request.imageKey : request.dataKey)
        if request.inputs.isEmpty { return own }
        return Fingerprint([own] + request.inputs.map { Fingerprint($0.request.imageKey) })
    }

    /// Loads the picture unless the caches have it.
    @Sendable package func outcome() async -> PrefetchOutcome {
        let trace = LoadTrace(key: request.dataKey, observers: stages.observers)
        do throws(ImageError) {
            if isInMemory { return .skipped }
            if needsPixels {
                let response = try await pipeline.image(for: request)
                // No caller looks at a stale picture yet: the failure of the origin counts.
                if let reason = response.staleReason { return .failed(reason) }
                return .done(byteCount: response.encodedByteCount)
            }
            let limits = CallerLimits(request)
            return try await limits.run { () throws(ImageError) in
                try await keep(trace, limits.body)
            }
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }

    private var isInMemory: Bool {
        stages.memory.hit(for: request, reportingTo: stages.observers, of: request.dataKey) != nil
    }

    /// Loads the bytes and stores them, if they begin like a picture.
    private func keep(
        _ trace: LoadTrace, _ limit: BodyBound?
    ) async throws(ImageError) -> PrefetchOutcome {
        do throws(ImageError) {
            try await keepInputs()
            if await stages.disk.hasFresh(request, trace) { return .skipped }
            // A stale image that stands in for the origin is stored already: no success.
            let strict = request.with { $0.staleIfError = nil }
            let load = ImageLoad(stages: stages, request: strict, trace: trace)
            let data = try await load.bytes(within: limit)
            // A body beyond the caller's limit is not kept.
            if let failure = limit?.failure { throw failure }
            if data.origin == .disk, !data.isConfirmed {
                if stages.freshness.judge(data, request) != .fresh { stages.stale.renew(request) }
                return .skipped
            }
            try await checkHeader(of: data.encoded)
            guard stages.store.plan(for: data, request.plan.writes).original else {
                throw .load(LoadFailure(.other, "the response must not be stored", head: data.head))
            }
            trace.report(.store(key: trace.key))
            try await stages.store.write(data, request, trace)
            if data.isNotModified { return .skipped }
            trace.report(.succeeded(key: trace.key, origin: data.origin))
            return .done(byteCount: data.encoded.bytes.count)
        } catch {
            trace.report(.failed(key: trace.key, error: error))
            throw error
        }
    }

    private func keepInputs() async throws(ImageError) {
        for input in request.inputs {
            let warming = Prewarming(pipeline: pipeline, request: input.request, target)
            if case .failed(let error) = await warming.outcome() {
                throw error.ofInput(of: input.transform)
            }
        }
    }

    /// Checks that the bytes begin like a picture within the limits, so that no page of an error is
    /// stored.
    private func checkHeader(of encoded: EncodedImage) async throws(ImageError) {
        let codecs = stages.codecs(for: request)
        do throws(CodecError) {
            _ = try await stages.shared.work.run { () throws(CodecError) in
                try pipeline.info(
                    of: codecs.recognizing(encoded), codecs, byteCount: encoded.bytes.count)
            }
        } catch {
            if error == .cancelled { throw .cancelled }
            stages.failures.note(.decode(error), of: request)
            throw .decode(error)
        }
    }
}

/// The outcome of prefetching one URL.
@nonexhaustive
public enum PrefetchOutcome: Sendable {
    /// It was loaded, with that number of encoded bytes, and is kept.
    case done(byteCount: Int)
    /// It was in a cache already, and is what its origin has, if that was asked.
    case skipped
    /// It could not be loaded or kept.
    case failed(ImageError)
    /// It was cancelled.
    case cancelled
}

/// The form in which a prefetched picture is kept.
public enum PrefetchTarget: Hashable, Sendable, CaseIterable {
    /// Encoded bytes on disk, which need no decoding; in memory if there is no disk cache.
    case disk
    /// Pixels in memory, and encoded bytes on disk, as the options of caching allow.
    case memory
}
