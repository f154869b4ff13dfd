import FoundationEssentials
import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// Stage memory: the image that is there already, unless it may not answer or is no longer fresh.
    ///
    /// - Parameter again: Whether it was not there a moment ago; then only a hit is told.
    func remembered(
        _ prepared: PreparedRequest, _ record: LoadRecord, again: Bool = false
    ) -> ImageResponse? {
        guard prepared.request.readsMemory else { return nil }
        let start = ContinuousClock.now
        let found = memory.image(for: prepared.imageKey).flatMap { cached in
            cached.expires.map { $0 <= now() } == true ? nil : cached
        }
        if found != nil || !again { record.tell(.memory(key: record.key, hit: found != nil)) }
        return found.map {
            ImageResponse($0, origin: .memory, timings: StageTimings("memory", since: start))
        }
    }

    /// What a flight to the caches does: the variant on disk, else bytes that another image is being
    /// made of, else those on disk → decode → transform → store → response.
    ///
    /// - Returns: Nil when there are none.
    func find(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight
    ) async throws(ImageError) -> ImageResponse? {
        if let found = try await variantOnDisk(prepared, record, flight) { return found }
        if let live = shared.live[transferKey(prepared)] {
            return try await finished(live, prepared, record, flight)
        }
        guard let stored = await onDisk(prepared, record) else { return nil }
        do throws(ImageError) {
            return try await finished(stored, prepared, record, flight)
        } catch {
            // Stored bytes that are no picture are worth nothing: they are loaded afresh.
            guard case .decode(let cause) = error, cause.blamesBytes else { throw error }
            await diskStage?.remove(prepared.dataKey, record: record)
            return nil
        }
    }

    /// What a flight to the origin does: load → decode → transform → store → response.
    ///
    /// - Returns: Nil when the bytes may be in the caches by now.
    func make(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight,
        since epoch: UInt64?
    ) async throws(ImageError) -> ImageResponse? {
        let loaded = try await shown(prepared, record, flight, since: epoch)
        guard let (data, session) = loaded else { return nil }
        return try await finished(data, prepared, record, flight, session)
    }

    /// Stage disk: the stored bytes.
    func onDisk(_ prepared: PreparedRequest, _ record: LoadRecord) async -> LoadedData? {
        guard prepared.request.source.isRemote, let diskStage else { return nil }
        return await record.measure("disk") {
            await shared.writes.settle(prepared.dataKey)
            return await diskStage.read(prepared.dataKey, record: record)
        }
    }

    /// Stage load: the bytes from their origin, transferred once for all images made of them.
    ///
    /// - Returns: Nil when a transfer of them ended since that epoch.
    func loaded(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ needs: NeedsSource,
        since epoch: UInt64?, _ onUpdate: @escaping @Sendable (TransferUpdate) -> Void = { _ in }
    ) async throws(ImageError) -> LoadedData? {
        let key = transferKey(prepared)
        return try await record.measure("load") { () throws(ImageError) in
            try await shared.transfers.value(
                for: key, needs: needs, since: epoch, onUpdate: onUpdate
            ) { flight in
                let record = LoadRecord(key: prepared.dataKey, observers: observers)
                let outcome = await record.load { () throws(ImageError) in
                    let data = try await loadStage.run(
                        prepared, record: record, needs: flight.needs, onUpdate: flight.publish)
                    if key.route == .origin { shared.live.insert(data, for: key) }
                    return data
                }
                return outcome.map(Optional.some)
            }
        }
    }

    /// Stages disk and load only, for who wants the bytes.
    func data(for prepared: PreparedRequest) async throws(ImageError) -> LoadedData {
        let record = LoadRecord(key: prepared.dataKey, observers: observers)
        let key = transferKey(prepared)
        let needs = NeedsSource.constant(prepared.needs(previews: .off))
        while true {
            let epoch = shared.transfers.epoch(of: key)
            if prepared.request.readsDisk {
                if let live = shared.live[key] { return live }
                if let stored = await onDisk(prepared, record) { return stored }
            }
            if prepared.isOnlyIfCached { throw .notCached }
            try refuseIfFailed(prepared, record, forPixels: false)
            do throws(ImageError) {
                let since = prepared.request.readsDisk ? epoch : nil
                if let data = try await loaded(prepared, record, needs, since: since) {
                    return data
                }
            } catch {
                remember(error, of: prepared)
                throw error
            }
        }
    }

    /// The stages behind the bytes: decode → transform → store → response.
    func finished(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ flight: ImageFlight, _ session: PreviewSession? = nil
    ) async throws(ImageError) -> ImageResponse {
        let request = prepared.request
        let encoded = codecs(for: request).recognizing(data.encoded)
        let decoded = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(encoded, request, record, session)
        }
        var image = decoded
        if !request.transforms.isEmpty {
            let stage = TransformStage(transforms: request.transforms)
            image = try await record.measure("transform", .transform(key: record.key)) {
                () throws(ImageError) in
                try await shared.work.run { () throws(ImageError) in try stage.run(decoded) }
            }
        }
        let cached = CachedImage(
            image: image, format: encoded.format, encodedByteCount: encoded.bytes.count,
            response: data.head, expires: data.expires)
        try await store(cached, data, prepared, record, flight)
        return ImageResponse(cached, origin: data.origin, timings: record.timings)
    }

    /// Stage decode, on the decode executor.
    func decode(
        _ encoded: EncodedImage, _ request: ImageRequest, _ record: LoadRecord,
        _ session: PreviewSession?
    ) async throws(ImageError) -> DecodedImage {
        let stage = decodeStage(for: request)
        do throws(CodecError) {
            return try await shared.work.run { () throws(CodecError) in
                try stage.run(encoded, decoder: request.decoder, begun: session) {
                    record.tell(.ignored(key: record.key, reason: $0))
                }
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }

    func decodeStage(for request: ImageRequest) -> DecodeStage {
        DecodeStage(
            codecs: codecs(for: request), limits: limits.decode, options: request.options)
    }

    /// The pipeline's codecs, the request's own decoder before them.
    func codecs(for request: ImageRequest) -> CodecList {
        guard let decoder = request.decoder else { return codecs }
        var codecs = codecs
        codecs.decoders.insert(decoder, at: 0)
        return codecs
    }
}

extension CodecError {
    /// Whether the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        switch self {
        case .unrecognized, .damaged, .truncated: true
        default: false
        }
    }
}
