import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// disk: the content of the caches for a request: the final image's own bytes, else the original's.
struct DiskStage: Sendable {
    let stages: Stages

    var shared: PipelineShared { stages.shared }

    /// Returns the content of the caches for a request.
    ///
    /// A child task looks on disk, so that its stack frames are freed before the load waits for a
    /// transfer.
    ///
    /// - Parameter known: The image that the caller has already, mostly from memory.
    func candidate(
        for request: PreparedRequest, known: CachedImage?, trace: LoadTrace
    ) async throws(ImageError) -> CachedCandidate {
        if request.plan.usesDisk, stages.originals != nil || stages.variants(of: request) != nil {
            async let found = outcome(for: request, known: known, trace: trace)
            return try await found.get()
        }
        guard request.request.source.isRemote, !request.plan.keepsBytes else { return .nothing }
        return CachedCandidate(newerOf: known, from: .memory, and: nil)
    }

    private func outcome(
        for request: PreparedRequest, known: CachedImage?, trace: LoadTrace
    ) async -> Result<CachedCandidate, ImageError> {
        do throws(ImageError) {
            return .success(try await lookUp(for: request, known: known, trace: trace))
        } catch {
            return .failure(error)
        }
    }

    /// Looks for an image or bytes that may answer, and else for those that the origin may confirm.
    func lookUp(
        for request: PreparedRequest, known: CachedImage?, trace: LoadTrace
    ) async throws(ImageError) -> CachedCandidate {
        let variant = try await variant(for: request, trace: trace)
        if let variant, variant.mayAnswer {
            return CachedCandidate(answer: variant.image, isStale: variant.isStale)
        }
        guard request.request.source.isRemote else { return .nothing }
        let image = known ?? variant?.image
        let data = try await readOriginal(for: request, trace: trace)
        // An image without its bytes is of no use to a request for both.
        let isUsable = data != nil || !request.plan.keepsBytes
        let candidate = CachedCandidate(
            newerOf: isUsable ? image : nil, from: known == nil ? .disk : .memory, and: data,
            variant: variant?.head, judge: { judge($0, for: request) })
        // No memory is held while a transfer is awaited, which waits for memory itself.
        if case .confirmable(let content) = candidate { content.data?.endMemory() }
        return candidate
    }

    /// Returns the original bytes, unless an image in memory comes from a newer response; stale
    /// ones do not answer.
    func original(
        for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> CachedCandidate {
        guard request.request.source.isRemote else { return .nothing }
        let image = stages.memory.usable(stages.memory.image(for: request), for: request)
        let newest = CachedCandidate(
            newerOf: image, from: .memory,
            and: try await readOriginal(for: request, trace: trace))
        return CachedCandidate(
            newerOf: nil, from: .disk, and: newest.content?.data,
            judge: { data in
                let verdict = judge(data, for: request)
                return (verdict.mayAnswer && !verdict.isStale, false)
            })
    }

    /// Returns a fresh file of the caches, without shared work: it needs neither decoding nor
    /// transfer.
    ///
    /// The thread that reads it stores it in memory, where callers that wait for a thread find it.
    func freshFile(for request: PreparedRequest) async -> PipelineResponse? {
        guard let results = stages.variants(of: request) else { return nil }
        let trace = LoadTrace(key: request.imageKey, observers: stages.observers)
        let found = Mutex<CachedImage?>(nil)
        await shared.writes.settle(request.imageKey)
        _ = await trace.measure("disk") {
            await results.read(
                request.imageKey, trace: trace,
                mayAnswer: { data in
                    guard stages.freshness.judge(data, for: request) == .fresh,
                        let file = stages.decode.file(of: data, for: request),
                        stages.admits(file, as: request.product, with: request.options)
                    else { return false }
                    if request.plan.writes.memory { stages.memory.store(file, for: request) }
                    found.withLock { $0 = file }
                    return true
                }, claim: nil, isNeeded: { stages.memory.freshResponse(to: request) == nil })
        }
        return found.withLock { $0 }.map {
            PipelineResponse($0, origin: .disk, timings: trace.timings)
        } ?? stages.memory.freshResponse(to: request)
    }

    /// Returns bytes that were stored since a look on disk, and are fresh.
    func storedMeanwhile(
        for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        guard let originals = stages.originals else { return nil }
        await shared.writes.settle(request.dataKey)
        let isFresh = { @Sendable (data: LoadedData) in
            stages.freshness.judge(data, for: request) == .fresh
        }
        let found = try await read(
            request.dataKey, in: originals, trace: trace, mayAnswer: isFresh)
        return found.flatMap { isFresh($0) ? $0 : nil }
    }

    /// Returns data with its bytes, read again if they were dropped; nil if the disk has others by
    /// now, or none.
    func bytes(
        of data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        if data.hasBytes { return data }
        guard request.plan.usesDisk, let originals = stages.originals,
            let fingerprint = data.fingerprint
        else { return nil }
        let found = try await read(
            request.dataKey, in: originals, trace: trace,
            mayAnswer: { $0.fingerprint == fingerprint })
        guard let found, found.fingerprint == fingerprint else { return nil }
        let whole = data.with(found.encoded)
        if let permit = found.takeMemory() { whole.keep(permit) }
        return whole
    }

    /// Forgets an image whose response forbids to keep it, whose bytes are damaged, or that its
    /// origin withdrew.
    func forgetEverywhere(_ request: PreparedRequest, trace: LoadTrace) async {
        await shared.writes.settle(request.dataKey)
        await shared.writes.settle(request.imageKey)
        await stages.originals?.remove(request.dataKey, trace: trace)
        if request.hasVariant {
            await stages.variants(of: request)?.remove(request.imageKey, trace: trace)
        }
        // Last, since a request may have brought the image back from disk meanwhile.
        stages.memory.remove(request)
    }

    private func judge(
        _ data: LoadedData, for request: PreparedRequest
    ) -> (mayAnswer: Bool, isStale: Bool) {
        let freshness = stages.freshness.judge(data, for: request)
        return (request.plan.mayAnswer(freshness), freshness != .fresh)
    }
}

// The two entries of an image.
extension DiskStage {
    /// A decoded variant, and the verdict on its freshness.
    private struct Variant {
        let image: CachedImage
        let head: EntryHead?
        let mayAnswer: Bool
        let isStale: Bool
    }

    private func variant(
        for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> Variant? {
        guard request.hasVariant, request.plan.usesDisk, !request.plan.keepsBytes,
            let variants = stages.variants(of: request)
        else { return nil }
        let found = try await trace.measure("disk") { () throws(ImageError) in
            await shared.writes.settle(request.imageKey)
            return try await read(
                request.imageKey, in: variants, trace: trace,
                mayAnswer: {
                    isAdmitted($0.entry, for: request) && judge($0, for: request).mayAnswer
                })
        }
        guard let found, isAdmitted(found.entry, for: request) else { return nil }
        let freshness = stages.freshness.judge(found, for: request)
        let mayAnswer = request.plan.mayAnswer(freshness)
        // A variant that may not answer is decoded only if the origin may confirm it.
        guard mayAnswer || freshness != .unusable && request.asksOrigin else { return nil }
        do throws(ImageError) {
            let image = try await stages.decode.image(
                ofVariant: found, for: request, trace: trace)
            return Variant(
                image: image, head: found.entry, mayAnswer: mayAnswer,
                isStale: freshness != .fresh)
        } catch {
            if case .cancelled = error { throw error }
            // The image is made of the original again, whatever was wrong.
            await variants.remove(request.imageKey, trace: trace)
            return nil
        }
    }

    private func readOriginal(
        for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        guard request.plan.usesDisk, let originals = stages.originals else { return nil }
        let data = try await trace.measure("disk") { () throws(ImageError) in
            await shared.writes.settle(request.dataKey)
            return try await read(
                request.dataKey, in: originals, trace: trace,
                mayAnswer: { judge($0, for: request).mayAnswer })
        }
        guard let data, stages.freshness.judge(data, for: request) != .unusable else { return nil }
        // Large bytes that do not answer are freed while the origin is asked, which may take long.
        let isLarge = data.encoded.bytes.count > DiskCache.smallByteCount
        return isLarge && !judge(data, for: request).mayAnswer ? data.with(nil) : data
    }

    /// Reads an entry once there is memory for its bytes.
    ///
    /// They count against the memory budget until they are decoded, so the budget limits how many
    /// loads read at once. A caller's own look, outside of shared work, does not wait.
    private func read(
        _ key: CacheKey, in cache: DiskAccess, trace: LoadTrace,
        mayAnswer: @Sendable (LoadedData) -> Bool
    ) async throws(ImageError) -> LoadedData? {
        let (memory, needs) = (shared.memory.storedBodies, trace.work?.needs)
        var permit: Permit?
        while true {
            let claim = needs.map { needs in
                { @Sendable [permit] (byteCount: Int) -> Permit? in
                    let held = permit.flatMap { $0.amount >= byteCount ? $0 : nil }
                    let claimed = held ?? memory.tryClaim(byteCount, needs)
                    if let claimed { CurrentWork.current?.hold(memory: claimed) }
                    return claimed
                }
            }
            let outcome = await cache.read(key, trace: trace, mayAnswer: mayAnswer, claim: claim)
            switch outcome {
            case .missing: return nil
            case .found(let data): return data
            case .tooLong(let byteCount):
                // A cache that does not read what it may has no entry.
                if let permit, permit.amount >= byteCount { return nil }
                permit?.end()
                do {
                    permit = try await memory.claim(
                        byteCount, needs ?? Needs(WorkNeeds()), onWait: trace.waitingForMemory)
                } catch {
                    throw .cancelled
                }
            }
        }
    }
}
