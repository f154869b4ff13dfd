import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// store: keeps an image in memory and on disk, as the plan and the response allow.
struct StoreStage: Sendable {
    let stages: Stages

    private var memory: MemoryStage { stages.memory }
    private var writes: PendingWrites { stages.shared.writes }

    /// Keeps a new image, and the bytes it is made of.
    ///
    /// - Parameter former: The content of the caches, which is removed if the origin now forbids
    ///   to keep it; nil for none.
    func keep(
        _ image: CachedImage, of data: LoadedData, replacing former: CachedContent? = nil,
        for request: PreparedRequest, trace: LoadTrace
    ) async -> PipelineResponse {
        await store(image, of: data, for: request, trace: trace, isVariantNew: true)
        if former != nil { await forgetForbidden(data, of: request, trace: trace) }
        return PipelineResponse(image, origin: data.origin, timings: trace.timings)
    }

    /// Keeps a cached image whose bytes were loaded again; after a confirmation only the heads on
    /// disk are written.
    ///
    /// - Parameters:
    ///   - place: The cache that had it.
    ///   - variant: The head of the entry of its own bytes; nil if there is none.
    func renew(
        _ former: CachedImage, from place: ImageOrigin, variant: EntryHead?, of data: LoadedData,
        for request: PreparedRequest, trace: LoadTrace
    ) async -> PipelineResponse {
        var image = former
        image.keep(data, for: request, mode: stages.settings.cacheMode)
        if data.isConfirmed {
            await renew(image, variant: variant, of: data, for: request, trace: trace)
        } else {
            await store(image, of: data, for: request, trace: trace, isVariantNew: false)
            // Another image of these bytes was confirmed before.
            if let variant, plan(for: data, wanted: request.plan.writes).variant {
                await renewVariant(variant, of: data, for: request, trace: trace)
            }
        }
        await forgetForbidden(data, of: request, trace: trace)
        let origin = data.origin == .disk ? place : data.origin
        return PipelineResponse(image, origin: origin, timings: trace.timings)
    }

    /// Removes an image from the caches if its response forbids to keep it.
    private func forgetForbidden(
        _ data: LoadedData, of request: PreparedRequest, trace: LoadTrace
    ) async {
        guard stages.freshness.forbidsKeeping(data) else { return }
        await stages.disk.forgetEverywhere(request, trace: trace)
    }

    /// Keeps an image that was read from its variant in memory only: the disk has it.
    func keepInMemory(
        _ variant: CachedImage, for request: PreparedRequest, trace: LoadTrace
    ) async -> PipelineResponse {
        await untilKept(for: request, trace: trace) { wanted in
            guard wanted.memory else { return }
            await trace.measure("store", .store(key: trace.key)) {
                memory.store(variant, for: request)
            }
        }
        return PipelineResponse(variant, origin: .disk, timings: trace.timings)
    }

    /// Returns a result as the memory cache keeps it, with the facts of the bytes it is made of.
    ///
    /// - Parameter source: The encoded picture in these bytes.
    func cached(
        _ result: CachedResult, madeOf source: EncodedImage, in data: LoadedData,
        for request: PreparedRequest
    ) -> CachedImage {
        var image = CachedImage(
            result, format: source.format, encodedByteCount: source.bytes.count)
        image.keep(data, for: request, mode: stages.settings.cacheMode)
        return image
    }

    /// Waits for the stores that this caller asked for; it may have joined the load of another.
    func settle(_ request: PreparedRequest) async {
        let waits = request.options.storeCompletion
        if waits != .nothing { await writes.settle(request.dataKey) }
        if waits == .everything { await writes.settle(request.imageKey) }
    }

    /// Returns the part of a plan that the response and the caches allow for these bytes.
    func plan(for data: LoadedData, wanted: StorePlan) -> StorePlan {
        var plan = wanted
        plan.memory = plan.memory && data.mayBeKept
        plan.original =
            plan.original && data.mayBeStored && stages.originals != nil
            && (data.hasBytes || data.entry != nil)
        // A variant may be stored if its source may be, or is on this machine already.
        let hasOrigin = data.mayBeStored || data.origin == .disk || data.origin == .file
        plan.variant = plan.variant && data.mayBeKept && hasOrigin
        return plan
    }

    private func store(
        _ image: CachedImage, of data: LoadedData, for request: PreparedRequest, trace: LoadTrace,
        isVariantNew: Bool
    ) async {
        await untilKept(for: request, trace: trace) { wanted in
            var plan = plan(for: data, wanted: wanted)
            // A program may store other bytes at any time, and no response says that a file is old.
            let isLasting =
                !image.isFile || !request.request.source.isRemote || data.storedResponse != nil
            plan.variant = plan.variant && isVariantNew && request.keepsResult && isLasting
            plan.memory = plan.memory && request.keepsResult && isLasting
            guard !plan.isEmpty else { return }
            await trace.measure("store", .store(key: trace.key)) {
                if plan.memory { memory.store(image, for: request) }
                if plan.original {
                    await storeOriginal(
                        data, userData: image.userData, for: request, trace: trace)
                }
                if plan.variant { await storeVariant(image, of: data, for: request, trace: trace) }
            }
        }
    }

    /// Stores a result as the plans of the request, or of all callers of the shared work, ask for.
    ///
    /// A caller that joins meanwhile with a larger plan is served too; later none can join.
    private func untilKept(
        for request: PreparedRequest, trace: LoadTrace, _ keep: (StorePlan) async -> Void
    ) async {
        guard let work = trace.work else { return await keep(request.plan.writes) }
        var kept = StorePlan()
        repeat {
            let wanted = work.needs.current.keeping.subtracting(kept)
            await keep(wanted)
            kept = kept.union(wanted)
        } while !work.seal(kept)
    }

    private func renew(
        _ image: CachedImage, variant: EntryHead?, of data: LoadedData,
        for request: PreparedRequest, trace: LoadTrace
    ) async {
        await untilKept(for: request, trace: trace) { wanted in
            let plan = plan(for: data, wanted: wanted)
            if plan.memory { memory.store(image, for: request) }
            if plan.original {
                await storeOriginal(data, userData: image.userData, for: request, trace: trace)
            }
            if plan.variant, let variant {
                await renewVariant(variant, of: data, for: request, trace: trace)
            }
        }
    }
}

// Entries on disk, written after the shared load; each caller waits by ``settle(_:)``.
extension StoreStage {
    /// Keeps the bytes of a request of which no image is made.
    func keepOriginal(
        _ data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async {
        guard plan(for: data, wanted: request.plan.writes).original else { return }
        await trace.measure("store", .store(key: trace.key)) {
            await storeOriginal(
                data, userData: data.userData(for: request), for: request, trace: trace)
            await settle(request)
        }
    }

    /// Keeps the bytes as they were loaded; if they are there, only the head is written.
    ///
    /// - Parameters:
    ///   - userData: The data of the program that stand beside them.
    ///   - onFailure: Called with the reason if the cache could not keep them.
    func storeOriginal(
        _ data: LoadedData, userData: [UInt8], for request: PreparedRequest, trace: LoadTrace,
        onFailure: (@Sendable (DiskError) -> Void)? = nil
    ) async {
        guard let originals = stages.originals else { return }
        var head = head(for: data)
        if let entry = data.entry { head.userData = entry.userData }
        head.requestUserData = userData
        await writes.add(
            request.dataKey, byteCount: data.entry == nil ? data.encoded.bytes.count : 0
        ) { [stages, head] in
            let failure =
                if let entry = data.entry {
                    await originals.renew(request.dataKey, from: entry, to: head, trace: trace)
                } else {
                    await originals.store(data, for: request.dataKey, head: head, trace: trace)
                }
            if let failure { onFailure?(failure) }
            await stages.alternates.note(request, storing: head, trace: trace)
            stages.shared.countStore()
        }
    }

    /// Writes the bytes to the disk, and waits for it: for a caller to which a failing disk is a
    /// failure.
    func write(
        _ data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) {
        let failure = FirstFailure()
        await storeOriginal(
            data, userData: data.userData(for: request), for: request, trace: trace
        ) { failure.note($0) }
        await writes.settle(request.dataKey)
        await settle(request)
        if let error = failure.error { throw .store(error) }
    }

    private func storeVariant(
        _ image: CachedImage, of data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async {
        guard let variants = stages.variants(of: request) else { return }
        await writes.add(request.imageKey, byteCount: image.cost) {
            var head = head(for: data)
            head.requestUserData = image.userData
            let bytes: EncodedImage?
            switch image.result {
            case .image(let picture):
                head.userData = image.source.userData
                bytes = await serialized(picture, of: data, for: request, trace: trace)
            case .file(let file):
                head.userData = file.userData
                bytes = EncodedImage(file.bytes, mediaType: file.format.mediaType)
            }
            guard let bytes else { return }
            head.mediaType = bytes.mediaType ?? bytes.format?.mediaType
            await variants.write(bytes.bytes, for: request.imageKey, head: head, trace: trace)
            await stages.alternates.note(request, storing: head, trace: trace)
        }
    }

    private func renewVariant(
        _ variant: EntryHead, of data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async {
        guard let variants = stages.variants(of: request) else { return }
        var head = head(for: data)
        head.mediaType = variant.mediaType
        head.userData = variant.userData
        let own = request.request.userData
        head.requestUserData = own.isEmpty ? variant.requestUserData : own
        await writes.add(request.imageKey, byteCount: 0) { [head] in
            await variants.renew(request.imageKey, from: variant, to: head, trace: trace)
        }
    }

    /// Returns the bytes of a variant; nil, and an event for observers, if there are none.
    private func serialized(
        _ image: DecodedImage, of data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async -> EncodedImage? {
        guard let serializer = request.serializer, serializer.takes(image.poster.sampleFormat)
        else { return nil }
        let codecs = stages.codecs(for: request)
        let original = codecs.recognizing(data.encoded)
        let source = request.dataKey.text
        do throws(CodecError) {
            return try await stages.shared.run(
                Needs(WorkNeeds()), demand: { 2 * image.poster.byteCount },
                onWait: trace.waitingForMemory
            ) { () throws(CodecError) in
                try PictureSource.named(source) { () throws(CodecError) in
                    try serializer.serialize(image, of: original, using: codecs)
                }
            }.value
        } catch {
            trace.report(.ignored(key: trace.key, reason: "the variant is not stored: \(error)"))
            return nil
        }
    }

    private func head(for data: LoadedData) -> EntryHead {
        let now = stages.settings.now()
        guard let response = data.storedResponse else {
            return EntryHead(
                mediaType: data.encoded.mediaType, response: data.head, storedAt: now,
                expires: data.expires)
        }
        return response.entryHead(
            mediaType: data.encoded.mediaType, mode: stages.settings.cacheMode, storedAt: now)
    }
}

/// The first failure of a store that outlives its caller.
private final class FirstFailure: Sendable {
    private let state = Mutex<DiskError?>(nil)

    var error: DiskError? { state.withLock { $0 } }

    func note(_ error: DiskError) { state.withLock { $0 = $0 ?? error } }
}
