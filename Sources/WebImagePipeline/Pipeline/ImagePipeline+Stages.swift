import Synchronization
import WebImageCaching
import WebImageCoding

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
        guard let listener, prepared.cachePolicy == .refresh else {
            return try await made(prepared, listener)
        }
        return try await made(prepared, listener, show(prepared, listener))
    }

    /// The image made by one flight for all who ask for it, each within its own time.
    ///
    /// - Parameter bringsBytes: Whether bytes are likely to come, and not a mere confirmation.
    func made(
        _ prepared: PreparedRequest, _ listener: ImageListener?, _ shown: CachedImage? = nil,
        bringsBytes: Bool = true
    ) async throws(ImageError) -> ImageResponse {
        let bounds = CallerBounds(prepared)
        let caller = imageCaller(prepared, listener, shown, bounds?.body, bringsBytes: bringsBytes)
        guard let bounds else { return try await flown(caller, prepared) }
        return try await flown(caller, prepared, bounds)
    }

    @inline(never) private func flown(
        _ caller: ImageCaller, _ prepared: PreparedRequest, _ bounds: CallerBounds
    ) async throws(ImageError) -> ImageResponse {
        try await within(bounds.timeout, prepared.control, bounds.body) {
            () throws(ImageError) in
            let response = try await flown(caller, prepared)
            if response.origin == .network { bounds.body?.note(response.encodedByteCount) }
            return response
        }
    }

    // Not inlined, because each load that waits would keep the room for what is needed here.
    @inline(never) private func imageCaller(
        _ prepared: PreparedRequest, _ listener: ImageListener?, _ shown: CachedImage?,
        _ bound: BodyBound?, bringsBytes: Bool
    ) -> ImageCaller {
        ImageCaller(
            key: flightKey(prepared),
            needs: prepared.needsSource(
                previews: listener?.previews ?? .off, isForPixels: listener == nil && bringsBytes),
            onUpdate: bound?.watching(listener?.receive) ?? listener?.receive,
            onValue: { $0.seat?.end() }
        ) { flight in
            await make(prepared, flight, shown)
        }
    }

    private typealias ImageCaller =
        SharedWork<FlightKey, MadeImage, ImageFlightUpdate>.Caller

    /// The response of a flight, whose picture leaves its seat here.
    ///
    /// Concurrent, so that a caller whose actor is busy keeps no seat meanwhile.
    @concurrent private func flown(
        _ caller: ImageCaller, _ prepared: PreparedRequest
    ) async throws(ImageError) -> ImageResponse {
        while true {
            // Who did not look elsewhere is never sent away.
            guard let made = try await shared.images.value(for: caller) else { continue }
            await awaitStore(of: prepared)
            return made.response
        }
    }

    /// The work of a flight: what it ends with, and is remembered for.
    @inline(never) private func make(
        _ prepared: PreparedRequest, _ flight: ImageFlight, _ shown: CachedImage?
    ) async -> Result<MadeImage, ImageError> {
        let record = LoadTrace(key: prepared.imageKey, observers: observers, flight: flight)
        defer { record.takeSeat()?.end() }
        do throws(ImageError) {
            let response = try await make(prepared, record, shown)
            forgetFailure(of: prepared)
            return .success(MadeImage(response, seat: record.takeSeat()))
        } catch {
            remember(error, of: prepared)
            return .failure(error)
        }
    }

    /// What a flight does: disk → load → decode → transform → store → response.
    func make(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ shown: CachedImage?
    ) async throws(ImageError) -> ImageResponse {
        let commits = shared.commits.load(ordering: .acquiring)
        let holding: Holding?
        if mayBeOnDisk(prepared) {
            let found = try await found(prepared, record, shown)
            if let response = found.response { return response }
            holding = found.holding
        } else {
            holding = self.holding(prepared, shown)
        }
        if prepared.cachePolicy == .onlyIfCached, isRemote(prepared) { throw .notCached }
        return try await renewed(prepared, record, holding, since: commits)
    }

    @inline(never) private func isRemote(_ prepared: PreparedRequest) -> Bool {
        prepared.request.source.isRemote
    }

    @inline(never) private func mayBeOnDisk(_ prepared: PreparedRequest) -> Bool {
        (disk != nil || originals != nil) && prepared.request.usesDisk
    }

    /// Stage disk: the image, if what is there may answer, and else what the origin may confirm.
    @inline(never) private func found(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ shown: CachedImage?
    ) async throws(ImageError) -> (response: ImageResponse?, holding: Holding?) {
        let variant = try await variantOnDisk(prepared, record)
        if case .answer(let response) = variant { return (response, nil) }
        let holding = try await holding(prepared, record, variant, shown)
        guard let kept = holding?.data else { return (nil, holding) }
        guard judge(kept, prepared).mayAnswer(prepared.cachePolicy) else {
            // It may hold no memory while it waits for a transfer, which waits for memory itself.
            kept.endMemory()
            return (nil, holding)
        }
        do throws(ImageError) {
            let response = try await finished(kept, prepared, record, holding: holding)
            if judge(kept, prepared) != .fresh { revalidate(prepared) }
            return (response, nil)
        } catch {
            // Stored bytes that are no picture are worth nothing: load them afresh.
            guard error.blamesBytes else { throw error }
            await diskStage?.remove(prepared.dataKey, record: record)
            return (nil, nil)
        }
    }
}
