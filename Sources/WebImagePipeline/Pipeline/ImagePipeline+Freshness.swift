import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// Stale answers: what may still answer, what is asked of the origin, and what stands in for it.
///
/// Stages that some loads only go through are never inlined, because each load that waits keeps the
/// frames of all that are, and thousands may wait at once.
extension ImagePipeline {
    /// Whether an image in memory may answer.
    func judge(_ cached: CachedImage, _ prepared: PreparedRequest) -> Freshness {
        if isPlainlyFresh(cached, prepared) { return .fresh }
        guard cached.hasAnswer else { return .unusable }
        if isInTime(cached), !prepared.hasDirectives, cached.mode == cacheMode,
            cached.isSelected(by: prepared)
        {
            return .fresh
        }
        return cached.answer.map { judge($0, prepared) } ?? .unusable
    }

    /// Whether nothing but its date matters of an image in memory, and that lets it answer: no field
    /// is read, and without a date no clock.
    func isPlainlyFresh(_ cached: CachedImage, _ prepared: PreparedRequest) -> Bool {
        if cached.hasAnswer,
            prepared.hasDirectives || cached.hasSelectors || cached.mode != cacheMode
        {
            return false
        }
        return isInTime(cached)
    }

    private func isInTime(_ cached: CachedImage) -> Bool {
        guard let expires = cached.expires else { return true }
        let now = now()
        return expires > now && cached.receipt?.isAhead(of: now) != true
    }

    /// Whether bytes from disk may answer.
    func judge(_ data: LoadedData, _ prepared: PreparedRequest) -> Freshness {
        if let answer = data.answer { return judge(answer, prepared) }
        return data.expires.map { $0 > now() } ?? true ? .fresh : .unusable
    }

    /// Whether an entry on disk may answer, by its head alone.
    func judge(_ head: EntryHead, _ prepared: PreparedRequest) -> Freshness {
        if let answer = StoredResponse(head.response, head.receipt) {
            return judge(answer, prepared)
        }
        return head.expires.map { $0 > now() } ?? true ? .fresh : .unusable
    }

    private func judge(_ answer: StoredResponse, _ prepared: PreparedRequest) -> Freshness {
        Freshness(stored: answer, request: prepared.sentHeaders, now: now(), mode: cacheMode)
    }

    /// Asks the origin in the background whether what just answered is still good.
    func revalidate(_ prepared: PreparedRequest) {
        guard let background else { return }
        var request = prepared
        request.request.options[CachePolicy.self] = .refresh
        // Without the table: the work must not keep alive what ends it.
        var worker = self
        worker.background = nil
        let key = flightKey(request)
        background.run(key) { [worker, request] in
            // Whoever asks next hears of a failure; nobody waits for this one.
            _ = try? await worker.made(request, nil, bringsBytes: false)
        }
    }

    /// The image from the origin, or what the caches hold where the origin confirms it or fails.
    func renewed(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        since commits: UInt64
    ) async throws(ImageError) -> ImageResponse {
        do throws(ImageError) {
            try refuseIfFailed(prepared, record)
            return try await asked(prepared, record, holding, since: commits)
        } catch {
            guard let holding,
                let response = try await standIn(holding, for: error, prepared, record)
            else { throw error }
            return response
        }
    }

    private func asked(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        since commits: UInt64
    ) async throws(ImageError) -> ImageResponse {
        let watch = watch(prepared, record)
        let data = try await loadedBytes(prepared, record, holding, watch, since: commits)
        if let response = try await answered(data, prepared, record, holding, watch.session) {
            return response
        }
        return try await asked(prepared, record, nil, since: commits)
    }

    /// The image of the bytes that came; nil where they are to be loaded afresh.
    @inline(never) private func answered(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        _ session: PreviewSession?
    ) async throws(ImageError) -> ImageResponse? {
        do throws(ImageError) {
            if holding != nil, !data.mayBeKept { await forget(prepared, record) }
            var response = try await finished(data, prepared, record, session, holding: holding)
            response.unchanged = holding.map { $0.stamp == data.stamp && $0.stamp != nil } ?? false
            if response.unchanged { record.tell(.confirmed(key: record.key)) }
            return response
        } catch {
            // Confirmed bytes that are no picture are worth nothing.
            guard data.isConfirmed, data.origin == .disk, error.blamesBytes else { throw error }
            await forget(prepared, record)
            // Else they would be found again as those of a transfer that has just ended.
            shared.live.remove(data, for: transferKey(prepared))
            return nil
        }
    }

    /// Forgets an image whose origin no longer wants it kept, or whose bytes are none.
    @inline(never) private func forget(_ prepared: PreparedRequest, _ record: LoadTrace) async {
        memory.remove(prepared.imageKey)
        await shared.writes.settle(prepared.dataKey)
        await shared.writes.settle(prepared.imageKey)
        await diskStage?.remove(prepared.dataKey, record: record)
        if prepared.serializer != nil {
            await variantStage?.remove(prepared.imageKey, record: record)
        }
    }

    /// The stale image that an origin's failure allows; nil where none is allowed.
    @inline(never) private func standIn(
        _ holding: Holding, for error: ImageError, _ prepared: PreparedRequest,
        _ record: LoadTrace
    ) async throws(ImageError) -> ImageResponse? {
        guard error.isOutage, let answer = holding.answer,
            judge(answer, prepared).mayStandIn(
                within: prepared.options[StaleIfError.self])
        else { return nil }
        var response: ImageResponse
        if let image = holding.image {
            response = ImageResponse(image, origin: .memory, timings: record.timings)
        } else if let dropped = holding.data,
            let data = try await withBytes(dropped, prepared, record)
        {
            do throws(ImageError) {
                response = try await finished(data, prepared, record)
            } catch {
                return nil
            }
        } else {
            return nil
        }
        response.staleReason = error
        return response
    }

    /// Stage disk: what the caches hold and may use, whether or not it may answer at once.
    @inline(never) func holding(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ variant: StoredVariant = .nothing,
        _ shown: CachedImage? = nil
    ) async throws(ImageError) -> Holding? {
        guard prepared.request.source.isRemote else { return nil }
        let (image, entry) = held(prepared, variant, shown)
        let data = try await originalOnDisk(prepared, record)
        return Holding(image: image, data: data, variant: entry)
    }

    /// What memory holds and may use, where the disk is not asked.
    @inline(never) func holding(_ prepared: PreparedRequest, _ shown: CachedImage?) -> Holding? {
        guard prepared.request.source.isRemote else { return nil }
        return Holding(image: held(prepared, .nothing, shown).image, data: nil)
    }

    @inline(never) private func held(
        _ prepared: PreparedRequest, _ variant: StoredVariant, _ shown: CachedImage?
    ) -> (image: CachedImage?, entry: EntryHead?) {
        var image = shown
        if image == nil, prepared.request.usesMemory {
            image = memory.image(for: prepared.imageKey)
        }
        var entry: EntryHead?
        if case .stale(let stored, let head) = variant {
            image = image ?? stored
            entry = head
        }
        return (image.flatMap { judge($0, prepared) == .unusable ? nil : $0 }, entry)
    }

    @inline(never) private func originalOnDisk(
        _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        guard prepared.request.usesDisk, let diskStage else { return nil }
        let policy = prepared.cachePolicy
        let data = try await record.measure("disk") { () throws(ImageError) in
            await shared.writes.settle(prepared.dataKey)
            let answers = { (data: LoadedData) in judge(data, prepared).mayAnswer(policy) }
            return try await read(record, answers: answers) { byteCount in
                await diskStage.read(
                    prepared.dataKey, atMost: byteCount, record: record, mayAnswer: answers)
            }
        }
        guard let data, judge(data, prepared) != .unusable else { return nil }
        return dropped(data) { judge($0, prepared).mayAnswer(policy) }
    }

    /// Shows what the caches hold to one who refreshes; nil where there is nothing.
    @inline(never) func show(
        _ prepared: PreparedRequest, _ listener: ImageListener
    ) async throws(ImageError) -> CachedImage? {
        let record = LoadTrace(key: prepared.imageKey, observers: observers)
        let former = prepared.request.usesMemory ? memory.image(for: prepared.imageKey) : nil
        if let former, judge(former, prepared) != .unusable {
            listener.show(ImageResponse(former, origin: .memory, timings: record.timings))
            return former
        }
        let variant = try await variantOnDisk(prepared, record)
        guard let holding = try await holding(prepared, record, variant) else { return nil }
        if let image = holding.image {
            listener.show(ImageResponse(image, origin: .disk, timings: record.timings))
            return image
        }
        guard let dropped = holding.data,
            let data = try await withBytes(dropped, prepared, record)
        else { return nil }
        do throws(ImageError) {
            let response = try await finished(data, prepared, record)
            record.takeSeat()?.end()
            listener.show(response)
            return CachedImage(response, data, mode: cacheMode)
        } catch {
            guard case .decode = error else { throw error }
            return nil
        }
    }
}

extension Freshness {
    /// Whether a stored answer answers under a policy, at once at least.
    func mayAnswer(_ policy: CachePolicy) -> Bool {
        switch (policy, self) {
        case (.normal, .stale(let staleness)): staleness.mayAnswerMeanwhile
        case (.normal, .fresh), (.onlyIfCached, .fresh): true
        default: false
        }
    }

    /// Whether a stored answer may stand in for an origin that fails.
    func mayStandIn(within limit: Duration?) -> Bool {
        switch self {
        case .fresh: limit != nil
        case .stale(let staleness): staleness.mayStandIn(within: limit)
        case .unusable: false
        }
    }
}

extension ImageError {
    /// Whether it says that the origin could not answer, not that it refused to.
    ///
    /// What an interceptor throws and bytes that are no picture count as failures of the origin; of
    /// the statuses all but 400 to 499, without 408 and 429.
    var isOutage: Bool {
        switch self {
        case .decode: true
        case .remembered(_, let cause): cause.isOutage
        case .load(let failure):
            switch failure.kind {
            case .status(let code):
                // What counts is the origin's word, not what a filter made of it.
                Self.isOutage(failure.originalHead?.status ?? code)
            case .notModified: false
            default: true
            }
        default: false
        }
    }

    private static func isOutage(_ status: Int) -> Bool {
        !(400...499).contains(status) || status == 408 || status == 429
    }
}

extension CachedImage {
    /// The image that was just made of these bytes.
    fileprivate init(_ response: ImageResponse, _ data: LoadedData, mode: CacheMode) {
        self.init(
            image: response.image, format: response.format,
            encodedByteCount: response.encodedByteCount, response: data.head,
            expires: data.expires, receipt: data.receipt, mode: mode)
    }
}
