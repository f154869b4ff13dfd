import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// load: runs the interceptors and the loader, judges the answer, takes in the body within the limits.
struct LoadStage {
    /// Whose stages it works with; nothing else, because each load that waits has several copies.
    let pipeline: ImagePipeline

    private var limits: LoadLimits { pipeline.limits.load }
    private var gate: TransferGate { pipeline.shared.gate }
    private var io: WorkExecutor { pipeline.shared.io }
    private var mode: CacheMode { pipeline.cacheMode }
    private var now: @Sendable () -> Date { pipeline.now }

    /// The bytes of a prepared request, not stored yet.
    ///
    /// It waits for its turn before anything is made that it needs then: thousands may wait.
    @inline(never) func run(_ order: LoadOrder) async throws(ImageError) -> LoadedData {
        do {
            try LoadDepth.check()
            guard let host = order.host else { return try await read(order) }
            return try await gate.withSlot(host: host, needs: order.needs) {
                try await begun(order, hasSlot: true)
            }
        } catch {
            throw ImageError(loading: error)
        }
    }

    /// A file is read where blocking is allowed; it takes nobody's slot.
    @inline(never) private func read(_ order: LoadOrder) async throws -> LoadedData {
        try await io.runAsync { try await begun(order, hasSlot: false) }
    }

    /// A load whose turn has come.
    @inline(never) private func begun(
        _ order: LoadOrder, hasSlot: Bool
    ) async throws -> LoadedData {
        let (prepared, record, needs) = (order.prepared, order.record, order.needs)
        var request = prepared.request.loadRequest(limits: limits)
        request.firstByteCount = order.firstByteCount
        request.attributes[Revalidation.Stored.self] = order.holding?.answer
        request.attributes[DecodeThreads.self] = pipeline.shared.work
        request.attributes[RecordNote.self] = record
        return try await LoadDepth.deeper { [request] in
            let memory = try await memory(for: request, record, needs)
            let start = ContinuousClock.now
            let data = try await transfers(
                request, prepared, record, needs, memory, order.holding, order.onUpdate)
            if hasSlot { lineUp(data, needs, since: start) }
            return data
        }
    }

    /// Puts bytes that came for pixels only among those that wait for a decoder, before the slot is
    /// given to the next one.
    ///
    /// Those that were confirmed only are hardly ever decoded.
    private func lineUp(
        _ data: LoadedData, _ needs: NeedsSource, since start: ContinuousClock.Instant
    ) {
        let needs = needs.current().needs
        guard needs.isForPixels, data.hasBytes, data.origin == .network, !data.isConfirmed
        else { return }
        gate.changeBacklog { $0.transferred(in: start.duration(to: .now)) }
        data.place = BacklogPlace(
            byteCount: data.encoded.bytes.count, priority: needs.priority, in: gate)
    }

    /// Where a transfer costs least: with the transport, if no code of others takes part in it.
    ///
    /// Who is slow there holds up all transfers of the place: interceptors and observers may be.
    func place(of prepared: PreparedRequest, isObserved: Bool) -> (any TaskExecutor)? {
        guard !isObserved, pipeline.interceptors.isEmpty, prepared.request.interceptors.isEmpty
        else { return nil }
        return (prepared.request.loader ?? pipeline.loader).executor(for: prepared.request.source)
    }

    /// Transfers, from the beginning again where a body turns out to be void.
    private func transfers(
        _ request: LoadRequest, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ needs: NeedsSource, _ memory: MemoryClaim, _ holding: Holding?,
        _ onUpdate: @escaping @Sendable (TransferUpdate) -> Void
    ) async throws -> LoadedData {
        var request = request
        while true {
            let tell = { @Sendable [attempt = request.restartCount] (update: TransferUpdate) in
                var update = update
                update.attempt = attempt
                onUpdate(update)
            }
            request.attributes[ProgressListener.self] = Self.listener(tell)
            request.tellProgress(.unknown)
            do {
                return try await transfer(
                    request, prepared, record, needs, memory, holding, tell)
            } catch let error as RestartLoad {
                guard request.restartCount < RestartLoad.maxCount else { throw error.cause }
                request.restartCount += 1
            }
        }
    }

    private func transfer(
        _ request: LoadRequest, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ needs: NeedsSource, _ memory: MemoryClaim, _ holding: Holding?,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws -> LoadedData {
        let loader = prepared.request.loader ?? pipeline.loader
        let added = loader.addedHeaders(for: request.source)
        let chain: [any LoadInterceptor] =
            prepared.request.interceptors + pipeline.interceptors
            + [Revalidation(addedHeaders: added, now: now)]
        let answer: LoadedBody
        do {
            let next = NextLoad(
                chain[...], then: loader, under: limits.networkPolicy, time: pipeline.time)
            answer = try await next(request)
        } catch let confirmation as NotModified {
            record.responded(confirmation.answer)
            guard let holding else { throw confirmation.failure }
            return confirmed(holding, by: confirmation.stored, prepared)
        }
        record.responded(answer.head)
        try ResponseValidation(prepared.options, limits).check(answer)
        return try await received(
            answer, prepared, record, needs, memory, holding, onUpdate)
    }

    /// Takes the body in; bytes that are those of the caches confirm them.
    private func received(
        _ answer: LoadedBody, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ needs: NeedsSource, _ memory: MemoryClaim, _ holding: Holding?,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws -> LoadedData {
        let stored = stored(answer, prepared)
        let mayBeKept = stored?.mayBeKept(request: prepared.sentHeaders, mode: mode) ?? true
        let storing = mayBeKept && prepared.isStorable(answer)
        let mediaType = answer.head.headers["Content-Type"]
        let head = stored?.entryHead(mediaType: mediaType, mode: mode, storedAt: now())
        var collector = BodyCollector(
            open: storing && needs.current().needs.keeping.original
                ? head.flatMap { pipeline.diskStage?.opener(for: prepared.dataKey, head: $0) } : nil
        )
        var memory = memory
        do {
            try await collect(answer, into: &collector, record, needs, memory, onUpdate)
            // Bytes that went to the disk are read back as a whole.
            if collector.residentByteCount < collector.byteCount {
                memory = try await pipeline.shared.memory.exchange(
                    memory, forWhole: collector.byteCount, record, needs)
            }
        } catch {
            // Here a loop of the transport may run, which is to wait for no disk.
            if let writer = collector.takeWriter() { await io.run { writer.discard() } }
            throw error
        }
        let (bytes, writer, stamp) = try await finish(collector, record)
        try await memory.resize(to: bytes.count)
        var whole = stored
        whole?.receipt.body = stamp
        let encoded = EncodedImage(bytes, mediaType: mediaType)
        if let whole, let holding, holding.stamp == stamp {
            if let writer { await io.run { writer.discard() } }
            return confirmed(holding, by: whole, prepared, storing, encoded, memory)
        }
        return LoadedData(
            encoded: encoded, origin: answer.origin, head: whole?.head, receipt: whole?.receipt,
            expires: head?.expires, mayBeKept: mayBeKept, mayBeStored: storing, writer: writer,
            wholeByteCount: answer.wholeByteCount, memory: memory)
    }

    /// The answer as it will be kept; nil where it came by no exchange.
    private func stored(_ answer: LoadedBody, _ prepared: PreparedRequest) -> StoredResponse? {
        guard answer.origin == .network else { return nil }
        let receipt =
            answer.receipt
            ?? ExchangeRecord(
                url: prepared.request.loadRequest(limits: limits).urlText,
                answeredBy: answer.head.url, requestedAt: now(), receivedAt: now(),
                answer: answer.head.headers, sent: prepared.sentHeaders)
        return StoredResponse(head: answer.head, receipt: receipt)
    }

    /// What the caches hold, with a new answer around it.
    ///
    /// - Parameter encoded: The same bytes, where they came once more.
    private func confirmed(
        _ holding: Holding, by answer: StoredResponse, _ prepared: PreparedRequest,
        _ storing: Bool? = nil, _ encoded: EncodedImage? = nil, _ memory: MemoryClaim? = nil
    ) -> LoadedData {
        let mayBeKept = answer.mayBeKept(request: prepared.sentHeaders, mode: mode)
        let held = holding.data
        let kept = held.flatMap { $0.hasBytes ? $0.encoded : nil }
        return LoadedData(
            encoded: kept ?? encoded, origin: encoded == nil ? .disk : .network,
            head: answer.head, receipt: answer.receipt, expires: answer.freshUntil(mode: mode),
            entry: held?.entry, isConfirmed: true, mayBeKept: mayBeKept,
            mayBeStored: storing ?? (mayBeKept && held != nil), memory: memory)
    }

    /// What tells of progress before there is a body to look at.
    private static func listener(
        _ onUpdate: @escaping @Sendable (TransferUpdate) -> Void
    ) -> @Sendable (LoadProgress) -> Void {
        let body = GrowingBody()
        return { onUpdate(TransferUpdate(progress: $0, body: body)) }
    }

    private func collect(
        _ answer: LoadedBody, into collector: inout BodyCollector, _ record: LoadTrace,
        _ needs: NeedsSource, _ memory: MemoryClaim,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws {
        var meter = LengthCheck(answer, limit: limits.maxBodyBytes)
        let body = collector.body
        func tell(_ progress: LoadProgress) {
            // Who takes in the whole body has told how it came.
            if !answer.comesAtOnce { onUpdate(TransferUpdate(progress: progress, body: body)) }
        }
        tell(meter.progress)
        if let demand = collector.demand(of: answer) { try await memory.resize(to: demand) }
        var chunks = answer.chunks.makeAsyncIterator()
        while true {
            try await SuspensionValve.pass(needs, pausing: memory)
            guard let chunk = try await chunks.next() else { break }
            try Task.checkCancellation()
            try meter.add(chunk.count)
            collector.append(chunk)
            try await memory.hold(collector.residentByteCount, upTo: limits.maxBodyBytes)
            tell(meter.progress)
            if collector.isFlushDue { collector = try await flush(collector, record) }
        }
        try meter.end()
    }

    /// Writes on the I/O executor; a failing disk is reported and the load goes on in memory.
    private func flush(
        _ collector: BodyCollector, _ record: LoadTrace
    ) async throws -> BodyCollector {
        let (flushed, failure) = await io.run { () -> (BodyCollector, DiskError?) in
            var collector = collector
            do throws(DiskError) {
                try collector.flush()
                return (collector, nil)
            } catch {
                return (collector, error)
            }
        }
        if let failure { record.tell(.cacheFailed(key: record.key, error: failure)) }
        return flushed
    }

    private func finish(
        _ collector: BodyCollector, _ record: LoadTrace
    ) async throws(ImageError) -> (ByteBlock, (any DataCacheWriter)?, BodyFingerprint) {
        do throws(LoadFailure) {
            try LoadFailure.requireMemory(collector.joinedByteCount)
        } catch {
            throw .load(error)
        }
        let finish = { @Sendable () throws(DiskError) in
            var collector = collector
            let (bytes, writer) = try collector.finish {
                record.tell(.cacheFailed(key: record.key, error: $0))
            }
            return (bytes, writer, BodyFingerprint(of: bytes))
        }
        do throws(DiskError) {
            // A short sum takes less time than another thread's wake-up.
            return collector.isSmall ? try finish() : try await io.run(finish)
        } catch {
            throw .store(error)
        }
    }
}

extension ImageError {
    /// What a loader, an interceptor or a body threw, as the error of a load.
    ///
    /// Not inlined, because each load that waits would keep the room for all these errors.
    @inline(never) init(loading error: any Error) {
        switch error {
        case let error as ImageError: self = error
        case let failure as LoadFailure: self = .load(failure)
        case let confirmation as NotModified: self = .load(confirmation.failure)
        case let error as DiskError: self = .store(error)
        case let error as RestartLoad: self = .load(error.cause)
        case is CancellationError: self = .cancelled
        default: self = .load(LoadFailure(.other, "\(error)"))
        }
    }
}
