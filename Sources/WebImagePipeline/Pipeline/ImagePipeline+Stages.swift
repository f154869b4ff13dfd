import FoundationEssentials
import Synchronization
import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// Every stage in its order: memory → disk → load → decode → transform → store → response.
    func answer(
        to prepared: PreparedRequest, _ record: LoadRecord,
        _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        if let hit = remembered(prepared, record) { return hit }
        return try await made(prepared, listener)
    }

    /// Stage memory: the image that is there already, unless it may not answer or is no longer fresh.
    func remembered(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) -> ImageResponse? {
        guard prepared.request.readsMemory else { return nil }
        let start = ContinuousClock.now
        let found = memory.image(for: prepared.imageKey).flatMap { cached in
            cached.expires.map { $0 <= now() } == true ? nil : cached
        }
        record.tell(.memory(key: record.key, hit: found != nil))
        return found.map {
            ImageResponse($0, origin: .memory, timings: StageTimings("memory", since: start))
        }
    }

    /// The image made by one flight for all who ask for it, each within its own time.
    func made(
        _ prepared: PreparedRequest, _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        let options = prepared.request.options
        let key = flightKey(prepared, prepared.imageKey, store: prepared.keeping)
        return try await within(options[TotalTimeout.self]) { () throws(ImageError) in
            let response = try await shared.images.value(
                for: key, wish: listener?.previews ?? .off, onUpdate: listener?.receive
            ) { flight in
                let record = LoadRecord(key: prepared.imageKey, observers: observers)
                do throws(ImageError) {
                    let response = try await make(prepared, record, flight)
                    forgetFailure(of: prepared)
                    return .success(response)
                } catch {
                    remember(error, of: prepared)
                    return .failure(error)
                }
            }
            await awaitStore(of: prepared)
            return response
        }
    }

    /// What a flight does: disk → load → decode → transform → store → response.
    func make(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight
    ) async throws(ImageError) -> ImageResponse {
        let commits = shared.commits.load(ordering: .acquiring)
        if let response = try await variantOnDisk(prepared, record) { return response }
        if let stored = try await onDisk(prepared, record) {
            do throws(ImageError) {
                return try await finished(stored, prepared, record)
            } catch {
                // Stored bytes that are no picture are worth nothing: load them afresh.
                guard case .decode(let cause) = error, cause.blamesBytes else { throw error }
                await diskStage?.remove(prepared.dataKey, record: record)
                if prepared.request.options[CachePolicy.self] == .onlyIfCached { throw .notCached }
            }
        }
        try refuseIfFailed(prepared, record)
        let (data, session) = try await shown(prepared, record, flight, since: commits)
        return try await finished(data, prepared, record, session)
    }

    /// Stage disk: the stored bytes, where they may answer.
    ///
    /// - Throws: `ImageError.notCached` when nothing else may.
    func onDisk(
        _ prepared: PreparedRequest, _ record: LoadRecord
    ) async throws(ImageError) -> LoadedData? {
        let policy = prepared.request.options[CachePolicy.self]
        if prepared.request.readsDisk, prepared.request.source.isRemote, let diskStage {
            let found = try await record.measure("disk") { () throws(ImageError) in
                await shared.writes.settle(prepared.dataKey)
                return await diskStage.read(prepared.dataKey, record: record)
            }
            if let found { return found }
        }
        if policy == .onlyIfCached, prepared.request.source.isRemote { throw .notCached }
        return nil
    }

    /// Stage load: the bytes from their origin, transferred once for all images made of them.
    func loaded(
        _ prepared: PreparedRequest, _ record: LoadRecord,
        _ onUpdate: @escaping @Sendable (TransferUpdate) -> Void, since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        let key = flightKey(prepared, prepared.dataKey, store: nil)
        return try await record.measure("load") { () throws(ImageError) in
            try await shared.transfers.value(for: key, wish: (), onUpdate: onUpdate) { flight in
                let record = LoadRecord(key: prepared.dataKey, observers: observers)
                if key.policy == .normal, key.read.reachesDisk,
                    let found = await late(key, record, since: commits)
                {
                    return .success(found)
                }
                return await record.load { () throws(ImageError) in
                    let data = try await loadStage.run(
                        prepared, record: record, onUpdate: flight.publish)
                    shared.live.insert(data, for: key)
                    return data
                }
            }
        }
    }

    /// The bytes of a transfer that ended while this one's caller was looking on disk: still in use
    /// by another image, or stored since.
    func late(
        _ key: FlightKey, _ record: LoadRecord, since commits: UInt64
    ) async -> LoadedData? {
        if let live = shared.live[key] { return live }
        guard shared.commits.load(ordering: .acquiring) != commits else { return nil }
        await shared.writes.settle(key.key)
        return await diskStage?.read(key.key, record: record)
    }

    /// Stages disk and load only, for who wants the bytes.
    func data(for prepared: PreparedRequest) async throws(ImageError) -> LoadedData {
        let record = LoadRecord(key: prepared.dataKey, observers: observers)
        let commits = shared.commits.load(ordering: .acquiring)
        if let stored = try await onDisk(prepared, record) { return stored }
        try refuseIfFailed(prepared, record, forPixels: false)
        do throws(ImageError) {
            return try await loaded(prepared, record, { _ in }, since: commits)
        } catch {
            remember(error, of: prepared)
            throw error
        }
    }

    /// The stages behind the bytes: decode → transform → store → response.
    func finished(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ session: PreviewSession? = nil
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
        try await store(cached, data, prepared, record)
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
