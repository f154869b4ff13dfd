import FoundationEssentials
import Synchronization
import WebImageCoding
import WebImagePixels

extension ImagePipeline {
    /// Stage memory: the image that is there already, as far as it may answer.
    ///
    /// It is timed for observers alone: to read a clock twice takes as long as the look.
    ///
    /// - Parameter key: Names the load to the observers; nil for the image's key.
    func remembered(
        _ prepared: PreparedRequest, telling observers: [any PipelineObserver],
        of key: CacheKey? = nil
    ) -> ImageResponse? {
        guard !self.observers.isEmpty else { return remembered(prepared) }
        guard prepared.readsMemory else { return nil }
        let start = ContinuousClock.now
        let cached = memory.image(for: prepared.imageKey)
        let verdict = cached.map { judge($0, prepared) } ?? .unusable
        let mayAnswer = verdict.mayAnswer(prepared.cachePolicy)
        observers.tell(.memory(key: key ?? prepared.imageKey, hit: mayAnswer))
        guard mayAnswer, let cached else { return nil }
        if verdict != .fresh { revalidate(prepared) }
        var timings = StageTimings()
        timings.append("memory", start.duration(to: .now))
        return ImageResponse(cached, origin: .memory, timings: timings)
    }

    /// Stage memory where nobody observes; most hits have nothing to be judged.
    func remembered(_ prepared: PreparedRequest) -> ImageResponse? {
        guard prepared.readsMemory, let cached = memory.image(for: prepared.imageKey) else {
            return nil
        }
        guard isPlainlyFresh(cached, prepared) else { return judged(cached, prepared) }
        return ImageResponse(remembered: cached)
    }

    // Never inlined because the way of most hits is shorter without it.
    @inline(never)
    private func judged(_ cached: CachedImage, _ prepared: PreparedRequest) -> ImageResponse? {
        let verdict = judge(cached, prepared)
        guard verdict.mayAnswer(prepared.cachePolicy) else { return nil }
        if verdict != .fresh { revalidate(prepared) }
        return ImageResponse(remembered: cached)
    }

    /// The stages behind memory: disk → load → decode → transform → store → response.
    func missed(
        _ prepared: PreparedRequest, _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        let record = LoadRecord(key: prepared.imageKey, observers: observers)
        let shown = try await show(prepared, record, listener)
        return try await made(prepared, listener, shown)
    }

    /// The image made by one flight for all who ask for it, each within its own time.
    ///
    /// - Parameter bringsBytes: Whether bytes are likely to come, and not a mere confirmation.
    func made(
        _ prepared: PreparedRequest, _ listener: ImageListener?, _ shown: CachedImage? = nil,
        bringsBytes: Bool = true
    ) async throws(ImageError) -> ImageResponse {
        let options = prepared.options
        let key = flightKey(prepared)
        let needs = prepared.needsSource(
            previews: listener?.previews ?? .off, isForPixels: listener == nil && bringsBytes)
        let bound = BodyBound(options[MaxBodyBytes.self])
        let receive = bound?.watching(listener?.receive) ?? listener?.receive
        return try await within(options[TotalTimeout.self], prepared.control, bound) {
            () throws(ImageError) in
            let response = try await flown(key, needs, receive) { flight in
                let record = LoadRecord(
                    key: prepared.imageKey, observers: observers, flight: flight)
                defer { record.takeSeat()?.end() }
                do throws(ImageError) {
                    let response = try await make(prepared, record, flight, shown)
                    forgetFailure(of: prepared)
                    return .success(MadeImage(response, seat: record.takeSeat()))
                } catch {
                    remember(error, of: prepared)
                    return .failure(error)
                }
            }
            await awaitStore(of: prepared)
            if response.origin == .network { bound?.note(response.encodedByteCount) }
            return response
        }
    }

    /// The response of a flight, whose picture leaves its seat here.
    ///
    /// Concurrent, so that a caller whose actor is busy keeps no seat meanwhile.
    @concurrent private func flown(
        _ key: FlightKey, _ needs: NeedsSource,
        _ receive: (@Sendable (ImageFlightUpdate) -> Void)?,
        _ work: @escaping SingleFlight<FlightKey, MadeImage, ImageFlightUpdate>.Work
    ) async throws(ImageError) -> ImageResponse {
        try await shared.images.value(
            for: key, needs: needs, onUpdate: receive, onValue: { $0.seat?.end() }, work: work
        ).response
    }

    /// What a flight does: disk → load → decode → transform → store → response.
    func make(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight,
        _ shown: CachedImage?
    ) async throws(ImageError) -> ImageResponse {
        let commits = shared.commits.load(ordering: .acquiring)
        let variant = try await variantOnDisk(prepared, record)
        if case .answer(let response) = variant { return response }
        var holding = try await holding(prepared, record, variant, shown)
        if let kept = holding?.data, judge(kept, prepared).mayAnswer(prepared.cachePolicy) {
            do throws(ImageError) {
                let response = try await finished(kept, prepared, record, holding: holding)
                if judge(kept, prepared) != .fresh { revalidate(prepared) }
                return response
            } catch {
                // Stored bytes that are no picture are worth nothing: load them afresh.
                guard error.blamesBytes else { throw error }
                await diskStage?.remove(prepared.dataKey, record: record)
                holding = nil
            }
        }
        if prepared.cachePolicy == .onlyIfCached, prepared.request.source.isRemote {
            throw .notCached
        }
        // What expired since it was read may hold none while it waits for a transfer, which waits for
        // memory itself.
        holding?.data?.endMemory()
        return try await renewed(prepared, record, flight, holding, since: commits)
    }

    /// Stage load: the bytes from their origin, transferred once for all images made of them.
    ///
    /// While a caller looked on disk, the transfer that it would have joined may have ended: then it
    /// looks for its bytes again before it begins another. A transfer that is under way goes to the
    /// origin, so that also who refreshes may join it.
    func loaded(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ needs: NeedsSource,
        _ holding: Holding?, _ onUpdate: (@Sendable (TransferUpdate) -> Void)?,
        since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        let key = transferKey(prepared)
        // Bytes that somebody still holds may be those whose failure is to be tried again.
        let looks =
            prepared.cachePolicy == .normal && prepared.request.readsDisk
            && !prepared.options[RetriesFailed.self]
        let place = loadStage.place(of: prepared, isObserved: !observers.isEmpty)
        return try await record.measure("load") { () throws(ImageError) in
            while true {
                let epoch = shared.transfers.epoch(of: key)
                if looks, let found = await late(key, prepared, record, since: commits) {
                    return found
                }
                let data = try await shared.transfers.value(
                    for: key, needs: needs, since: looks ? epoch : nil, on: place,
                    onUpdate: onUpdate
                ) { flight in
                    await transferred(prepared, holding, flight)
                }
                if let data { return data }
            }
        }
    }

    private func transferred(
        _ prepared: PreparedRequest, _ holding: Holding?,
        _ flight: SingleFlight<FlightKey, LoadedData, TransferUpdate>.Flight
    ) async -> Result<LoadedData, ImageError> {
        let record = LoadRecord(key: prepared.dataKey, observers: observers)
        return await record.load { () throws(ImageError) in
            let data = try await loadStage.run(
                prepared, record: record, needs: flight.needs, holding: holding,
                onUpdate: flight.publish)
            if data.hasBytes { shared.live.insert(data, for: transferKey(prepared)) }
            return data
        }
    }

    /// The bytes of a transfer that ended while this one's caller was looking on disk: still in use
    /// by another image, or stored since.
    @inline(never) private func late(
        _ key: FlightKey, _ prepared: PreparedRequest, _ record: LoadRecord, since commits: UInt64
    ) async -> LoadedData? {
        // What is stale already may have come before this caller asked: only its own transfer will do.
        if let live = shared.live[key], judge(live, prepared) == .fresh { return live }
        guard shared.commits.load(ordering: .acquiring) != commits else { return nil }
        await shared.writes.settle(prepared.dataKey)
        let found = await diskStage?.read(prepared.dataKey, record: record) {
            judge($0, prepared) == .fresh
        }
        return found.flatMap { judge($0, prepared) == .fresh ? $0 : nil }
    }

    /// The stages behind the bytes: decode → transform → store → response.
    ///
    /// - Parameter holding: What is there already; its image is the result if it was made of the
    ///   same bytes.
    @inline(never) func finished(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ session: PreviewSession? = nil, holding: Holding? = nil
    ) async throws(ImageError) -> ImageResponse {
        let former = holding?.image.flatMap { image in
            image.stamp != nil && image.stamp == data.stamp ? image : nil
        }
        var cached: CachedImage
        if let former {
            data.place?.leave()
            cached = former
        } else {
            cached = try await picture(data, prepared, record, session)
        }
        cached.keep(data, for: prepared, mode: cacheMode)
        if former != nil, data.isConfirmed {
            await renew(cached, data, prepared, record, variant: holding?.variant)
        } else {
            try await store(cached, data, prepared, record, isVariantNew: former == nil)
        }
        let origin = former != nil && data.origin == .disk ? .memory : data.origin
        return ImageResponse(cached, origin: origin, timings: record.timings)
    }

    /// Stages decode and transform.
    @inline(never) private func picture(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ session: PreviewSession?
    ) async throws(ImageError) -> CachedImage {
        let request = prepared.request
        let encoded = codecs(for: request).recognizing(data.encoded)
        let stage = TransformStage(transforms: request.transforms)
        let (decoded, claims) = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(
                encoded, prepared, request, record, session, place: data.place, then: stage)
        }
        record.keep(claims.seat)
        // Its pixels are the caller's then, and the memory cache's.
        defer { claims.memory.end() }
        var image = decoded
        if !request.transforms.isEmpty {
            image = try await record.measure("transform", .transform(key: record.key)) {
                () throws(ImageError) in
                try await shared.work.run { () throws(ImageError) in try stage.run(decoded) }
            }
        }
        return CachedImage(
            image: image, format: encoded.format, encodedByteCount: encoded.bytes.count)
    }

    /// Stage decode, on the decode executor, once there is memory for it and the transforms behind.
    ///
    /// - Returns: The image, and the memory that those may use.
    @inline(never) func decode(
        _ encoded: EncodedImage, _ prepared: PreparedRequest, _ request: ImageRequest,
        _ record: LoadRecord, _ session: PreviewSession?, place: BacklogPlace? = nil,
        then transforms: TransformStage
    ) async throws(ImageError) -> (DecodedImage, WorkClaims) {
        let stage = decodeStage(for: request)
        let needs = record.needs ?? prepared.needsSource()
        do throws(CodecError) {
            return try await shared.run(
                needs,
                demand: {
                    stage.demand(encoded, decoder: request.decoder, then: transforms)
                        ?? WorkDemand(0)
                },
                place: place, onWait: record.waitingForMemory
            ) { () throws(CodecError) in
                place?.leave()
                let start = ContinuousClock.now
                // What never lined up says nothing of how fast a line moves.
                defer {
                    if place != nil {
                        shared.gate.changeBacklog {
                            $0.decoded(
                                byteCount: encoded.bytes.count, in: start.duration(to: .now))
                        }
                    }
                }
                return try stage.run(encoded, decoder: request.decoder, begun: session) {
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

extension ImageError {
    /// Whether the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        if case .decode(let error) = self { return error.blamesBytes }
        return false
    }
}
