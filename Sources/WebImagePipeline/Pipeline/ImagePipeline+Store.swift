import Synchronization
import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// Waits until all that is being stored behind answers is stored.
    ///
    /// To be called before a program ends, or before entries are removed by hand, where a request
    /// does not wait itself (``WaitsForStore``).
    public func flush() async {
        await shared.writes.settleAll()
    }

    /// Stage store: memory and disk, as policies and the answer allow.
    func store(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) {
        var plan = StoreStage(now: now).plan(for: data, prepared)
        plan.original = plan.original && diskStage != nil
        plan.variant = plan.variant && variantStage != nil
        guard plan.isAnything else { return }
        try await record.measure("store", .store(key: record.key)) { () throws(ImageError) in
            if plan.memory { memory.store(image, for: prepared.imageKey) }
            if plan.original { await storeOriginal(data, prepared, record) }
            if plan.variant { await storeVariant(image, data, prepared, record) }
        }
    }

    /// Waits for what this caller, who may have joined another's flight, wants to be stored.
    func awaitStore(of prepared: PreparedRequest) async {
        let waits = prepared.request.options[WaitsForStore.self]
        if waits != .nothing { await shared.writes.settle(prepared.dataKey) }
        if waits == .everything { await shared.writes.settle(prepared.imageKey) }
    }

    /// Keeps the bytes as they were loaded, in the cache for originals.
    func storeOriginal(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async {
        guard let stage = diskStage else { return }
        let head = StoreStage(now: now).head(for: data)
        let waits = prepared.request.options[WaitsForStore.self] != .nothing
        await shared.writes.add(
            prepared.dataKey, byteCount: data.encoded.bytes.count, waits: waits
        ) { [shared] in
            await stage.store(data, for: prepared.dataKey, head: head, record: record)
            shared.commits.wrappingAdd(1, ordering: .releasing)
        }
    }

    private func storeVariant(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord
    ) async {
        guard let stage = variantStage, let serializer = prepared.serializer else { return }
        let waits = prepared.request.options[WaitsForStore.self] == .everything
        await shared.writes.add(
            prepared.imageKey, byteCount: image.image.cost, waits: waits
        ) {
            guard let bytes = await serialized(image, data, prepared, serializer, record) else {
                return
            }
            var head = StoreStage(now: now).head(for: data)
            head.mediaType = bytes.mediaType ?? bytes.format?.mediaType
            await stage.write(bytes.bytes, for: prepared.imageKey, head: head, record: record)
        }
    }

    /// The bytes of a variant; nil where there are none to store, which observers are told.
    private func serialized(
        _ image: CachedImage, _ data: LoadedData, _ prepared: PreparedRequest,
        _ serializer: any ImageSerializer, _ record: LoadRecord
    ) async -> EncodedImage? {
        let codecs = codecs(for: prepared.request)
        let original = codecs.recognizing(data.encoded)
        do throws(CodecError) {
            return try await shared.work.run { () throws(CodecError) in
                try serializer.serialize(image.image, of: original, using: codecs)
            }
        } catch {
            record.tell(.ignored(key: record.key, reason: "the variant is not stored: \(error)"))
            return nil
        }
    }
}
