package import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// The load of one picture into the caches.
package struct Prewarming: Sendable {
    let pipeline: ImagePipeline
    let request: PreparedRequest
    let target: PrefetchTarget
    let check: PrefetchCheck
    /// `true` if a picture is of use only once it is decoded.
    private let needsPixels: Bool

    package init(
        pipeline: ImagePipeline, request: PreparedRequest, _ target: PrefetchTarget,
        _ check: PrefetchCheck
    ) {
        self.pipeline = pipeline
        let request = request.confirmed
        (self.request, self.target, self.check) = (request, target, check)
        needsPixels =
            target == .memory
            || target == .disk
                && (pipeline.stages.settings.disk == nil || !request.request.source.isRemote
                    || !request.plan.writes.original)
    }

    private var stages: Stages { pipeline.stages }

    /// The name of the result, which equal loads share.
    package var key: Fingerprint {
        let own = Fingerprint(needsPixels ? request.imageKey : request.dataKey)
        if !request.hasInputs { return own }
        return Fingerprint([own] + request.inputs.map { Fingerprint($0.request.imageKey) })
    }

    /// Loads the picture unless the caches have it.
    @Sendable package func outcome() async -> PrefetchOutcome {
        let trace = LoadTrace(key: request.dataKey, observers: stages.observers)
        do throws(ImageError) {
            if target != .nothing, isInMemory { return .skipped }
            if needsPixels {
                let response = try await pipeline.response(to: request)
                // No caller looks at a stale picture yet: the failure of the origin counts.
                if let reason = response.staleReason { return .failed(reason) }
                return .done(byteCount: response.content.encodedByteCount)
            }
            let limits = CallerLimits(request)
            return try await limits.run { () throws(ImageError) in
                try await keep(within: limits.body, trace: trace)
            }
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }

    private var isInMemory: Bool {
        stages.memory.hit(for: request, reportingTo: stages.observers, of: request.dataKey) != nil
    }

    /// Loads the bytes and stores them, if they are a picture.
    private func keep(
        within limit: BodyBound?, trace: LoadTrace
    ) async throws(ImageError) -> PrefetchOutcome {
        do throws(ImageError) {
            try await keepInputs()
            if target != .nothing, await stages.disk.hasFresh(for: request, trace: trace) {
                return .skipped
            }
            // A stale image that stands in for the origin is stored already: no success.
            let strict = request.with { $0.staleIfError = nil }
            let load = ImageLoad(stages: stages, request: strict, trace: trace)
            let data = try await load.bytes(within: limit)
            // A body beyond the caller's limit is not kept.
            if let failure = limit?.failure { throw failure }
            if data.origin == .disk, !data.isConfirmed {
                if stages.freshness.judge(data, for: request) != .fresh {
                    stages.stale.renew(request)
                }
                return .skipped
            }
            try await verify(data, trace: trace)
            if target == .nothing {
                trace.report(.succeeded(key: trace.key, origin: data.origin))
                return .done(byteCount: data.encoded.bytes.count)
            }
            guard stages.store.plan(for: data, wanted: request.plan.writes).original else {
                throw .load(LoadFailure(.other, "the response must not be stored", head: data.head))
            }
            trace.report(.store(key: trace.key))
            try await stages.store.write(data, for: request, trace: trace)
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
            let warming = Prewarming(
                pipeline: pipeline, request: input.request, target, check)
            if case .failed(let error) = await warming.outcome() {
                throw error.ofInput(of: input.transform)
            }
        }
    }

    /// Checks that the bytes are a picture within the limits, so that no page of an error is
    /// stored.
    ///
    /// Bytes that the origin has confirmed were checked before they were stored.
    private func verify(_ data: LoadedData, trace: LoadTrace) async throws(ImageError) {
        do throws(ImageError) {
            if check == .pixels, !data.isNotModified {
                try await stages.decode.check(data, for: request.reduced, trace: trace)
            } else {
                try await checkHeader(of: data.encoded)
            }
        } catch {
            stages.failures.note(error, of: request)
            throw error
        }
    }

    private func checkHeader(of encoded: EncodedImage) async throws(ImageError) {
        let codecs = stages.codecs(for: request)
        do throws(CodecError) {
            _ = try await stages.shared.work.run { () throws(CodecError) in
                try pipeline.info(
                    of: codecs.recognizing(encoded), codecs, byteCount: encoded.bytes.count)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }
}

extension PreparedRequest {
    /// The request for the smallest picture that shows whether the bytes are one.
    fileprivate var reduced: PreparedRequest {
        with { request in
            request.targetSizing = nil
            request.targetSize = PixelSize(width: 8, height: 8)
            request.targetFit = .fit
            request.firstFrameOnly = true
            request.colorProfile = .keep
            request.transforms = []
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
