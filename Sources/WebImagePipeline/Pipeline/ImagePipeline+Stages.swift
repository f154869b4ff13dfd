import Synchronization
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
}
