import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePixels

// Stages that some loads only go through are never inlined, because each load that waits keeps the
// frames of all that are, and thousands may wait at once.
extension ImagePipeline {
    /// Waits until all that is being stored behind answers is stored.
    ///
    /// To be called before a program ends, or before entries are removed by hand, where a request
    /// does not wait itself (``WaitsForStore``).
    public func flush() async {
        await shared.writes.settleAll()
    }

    /// Stage store: memory and disk, as policies and the answer allow.
    @inline(never) func store(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace,
        isVariantNew: Bool = true
    ) async throws(ImageError) {
        await record.untilKept(by: prepared) { wanted in
            var plan = plan(for: data, wanted)
            plan.variant = plan.variant && isVariantNew
            guard plan.isAnything else { return }
            await record.measure("store", .store(key: record.key)) {
                if plan.memory { memory.store(image, for: prepared.imageKey) }
                if plan.original { await storeOriginal(data, prepared, record) }
                if plan.variant { await storeVariant(image, data, prepared, record) }
            }
        }
    }

    /// Keeps what the origin confirmed: nothing is written again but the heads of entries.
    ///
    /// - Parameter variant: What the entry of the image's own bytes says; nil where there is none.
    @inline(never) func renew(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest,
        _ record: LoadTrace, variant: EntryHead?
    ) async {
        await record.untilKept(by: prepared) { wanted in
            let plan = plan(for: data, wanted)
            if plan.memory { memory.store(image, for: prepared.imageKey) }
            if plan.original { await storeOriginal(data, prepared, record) }
            guard plan.variant, let variant else { return }
            await renewVariant(data, prepared, record, variant)
        }
    }

    private func renewVariant(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ variant: EntryHead
    ) async {
        guard let stage = variantStage else { return }
        var head = storeStage.head(for: data)
        head.mediaType = variant.mediaType
        head.userData = variant.userData
        await shared.writes.add(prepared.imageKey, byteCount: 0, waits: false) { [head] in
            await stage.renew(prepared.imageKey, from: variant, to: head, record: record)
        }
    }

    private var storeStage: StoreStage { StoreStage(mode: cacheMode, now: now) }

    /// What of that is kept of these bytes, as the answer and the caches there are allow.
    func plan(for data: LoadedData, _ wanted: StorePlan) -> StorePlan {
        var plan = storeStage.plan(for: data, wanted)
        plan.original =
            plan.original && diskStage != nil && (data.hasBytes || data.entry != nil)
        plan.variant = plan.variant && variantStage != nil
        return plan
    }

    /// Waits for what this caller, who may have joined another's flight, wants to be stored.
    @inline(never) func awaitStore(of prepared: PreparedRequest) async {
        let waits = prepared.options[WaitsForStore.self]
        if waits != .nothing { await shared.writes.settle(prepared.dataKey) }
        if waits == .everything { await shared.writes.settle(prepared.imageKey) }
    }

    /// Keeps the bytes as they were loaded, in the cache for originals.
    func storeOriginal(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace
    ) async {
        guard let stage = diskStage else { return }
        var head = storeStage.head(for: data)
        if let entry = data.entry { head.userData = entry.userData }
        let waits = prepared.options[WaitsForStore.self] != .nothing
        await shared.writes.add(
            prepared.dataKey, byteCount: data.entry == nil ? data.encoded.bytes.count : 0,
            waits: waits
        ) { [shared, head] in
            if let entry = data.entry {
                await stage.renew(prepared.dataKey, from: entry, to: head, record: record)
            } else {
                await stage.store(data, for: prepared.dataKey, head: head, record: record)
            }
            shared.commits.wrappingAdd(1, ordering: .releasing)
        }
    }

    private func storeVariant(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace
    ) async {
        guard let stage = variantStage, let serializer = prepared.serializer else { return }
        let waits = prepared.options[WaitsForStore.self] == .everything
        await shared.writes.add(
            prepared.imageKey, byteCount: image.image.cost, waits: waits
        ) {
            guard let bytes = await serialized(image, data, prepared, serializer, record) else {
                return
            }
            var head = storeStage.head(for: data)
            head.mediaType = bytes.mediaType ?? bytes.format?.mediaType
            await stage.write(bytes.bytes, for: prepared.imageKey, head: head, record: record)
        }
    }

    /// The bytes of a variant; nil where there are none to store, which observers are told.
    private func serialized(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest,
        _ serializer: any ImageSerializer, _ record: LoadTrace
    ) async -> EncodedImage? {
        let codecs = codecs(for: prepared.request)
        let original = codecs.recognizing(data.encoded)
        do throws(CodecError) {
            // Nobody knows of a serializer how it works: the pixels as a library takes them, and the
            // file.
            let (bytes, claims) = try await shared.run(
                .constant(WorkNeeds()), demand: { MemoryEstimate(8 * image.image.size.area) },
                onWait: record.waitingForMemory
            ) { () throws(CodecError) in
                try serializer.serialize(image.image, of: original, using: codecs)
            }
            claims.memory.end()
            return bytes
        } catch {
            record.tell(.ignored(key: record.key, reason: "the variant is not stored: \(error)"))
            return nil
        }
    }
}
