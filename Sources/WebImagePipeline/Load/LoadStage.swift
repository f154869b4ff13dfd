import FoundationEssentials
import WebImageCoding

/// load: runs the interceptors and the loader, judges the answer, takes in the body within the limits.
struct LoadStage {
    let loader: any ImageLoader
    let interceptors: [any LoadInterceptor]
    let disk: DiskStage?
    let limits: LoadLimits
    let gate: TransferGate
    let io: WorkExecutor
    let work: WorkExecutor
    let now: @Sendable () -> Date

    /// The bytes of a prepared request, not stored yet.
    ///
    /// - Parameter firstByteCount: How many are needed, nil for all.
    func run(
        _ prepared: PreparedRequest, record: LoadRecord, firstByteCount: Int? = nil,
        onUpdate: @escaping @Sendable (TransferUpdate) -> Void
    ) async throws(ImageError) -> LoadedData {
        var request = prepared.request.loadRequest(limits: limits)
        request.firstByteCount = firstByteCount
        request.attributes[DecodeThreads.self] = work
        request.attributes[ProgressListener.self] = Self.listener(onUpdate)
        request.tellProgress(.none)
        request.attributes[RecordNote.self] = record
        do {
            return try await LoadDepth.deeper { [request] in
                // A file is read where blocking is allowed; it takes nobody's slot.
                guard let host = request.source.host else {
                    return try await io.runAsync {
                        try await transfers(request, prepared, record, onUpdate)
                    }
                }
                return try await gate.withSlot(host: host, priority: Task.currentPriority) {
                    try await transfers(request, prepared, record, onUpdate)
                }
            }
        } catch {
            throw ImageError(loading: error)
        }
    }

    /// Transfers, from the beginning again where a body turns out to be void.
    private func transfers(
        _ request: LoadRequest, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws -> LoadedData {
        var request = request
        while true {
            do {
                return try await transfer(request, prepared, record) { [request] update in
                    var update = update
                    update.attempt = request.restartCount
                    onUpdate(update)
                }
            } catch let error as StartOver {
                guard request.restartCount < StartOver.maxCount else { throw error.cause }
                request.restartCount += 1
            }
        }
    }

    private func transfer(
        _ request: LoadRequest, _ prepared: PreparedRequest, _ record: LoadRecord,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws -> LoadedData {
        let chain = (prepared.request.interceptors + interceptors)[...]
        let answer = try await NextLoad(
            chain, then: prepared.request.loader ?? loader, under: limits.networkPolicy)(request)
        record.responded(answer.head)
        try AnswerCheck(prepared.request.options, limits).check(answer)
        let storability = Freshness.lifetime(of: answer.head, receivedAt: now())
        let storing = storability != .noStore && prepared.isStorable(answer)
        let head = EntryHead(
            mediaType: answer.head.headers["Content-Type"],
            response: answer.origin == .network ? answer.head : nil, storedAt: now(),
            expires: storability.expires)
        var collector = BodyCollector(
            open: storing && prepared.wantsDisk
                ? disk?.opener(for: prepared.dataKey, head: head) : nil)
        try await collect(answer, into: &collector, record, onUpdate)
        let (bytes, writer) = try await finish(collector, record)
        let encoded = EncodedImage(bytes, mediaType: head.mediaType)
        return LoadedData(
            encoded: encoded, origin: answer.origin, head: head.response, expires: head.expires,
            mayBeKept: storability != .noStore,
            mayBeStored: storing, writer: writer, wholeByteCount: answer.wholeByteCount)
    }

    /// What tells of progress before there is a body to look at.
    private static func listener(
        _ onUpdate: @escaping @Sendable (TransferUpdate) -> Void
    ) -> @Sendable (LoadProgress) -> Void {
        let body = GrowingBody()
        return { onUpdate(TransferUpdate(progress: $0, body: body)) }
    }

    private func collect(
        _ answer: LoadedBody, into collector: inout BodyCollector, _ record: LoadRecord,
        _ onUpdate: @Sendable (TransferUpdate) -> Void
    ) async throws {
        var meter = BodyMeter(answer, limit: limits.maxBodyBytes)
        let body = collector.body
        func tell(_ progress: LoadProgress) {
            // Who takes in the whole body has told how it came.
            if !answer.comesAtOnce { onUpdate(TransferUpdate(progress: progress, body: body)) }
        }
        tell(meter.progress)
        for try await chunk in answer.chunks {
            try Task.checkCancellation()
            try meter.add(chunk.count)
            collector.append(chunk)
            tell(meter.progress)
            if collector.isFlushDue { collector = try await flush(collector, record) }
        }
        try meter.end()
    }

    /// Writes on the I/O executor; a failing disk is reported and the load goes on in memory.
    private func flush(
        _ collector: BodyCollector, _ record: LoadRecord
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
        _ collector: BodyCollector, _ record: LoadRecord
    ) async throws(ImageError) -> (ByteBlock, (any DataCacheWriter)?) {
        do throws(DiskError) {
            return try await io.run { () throws(DiskError) in
                var collector = collector
                let (bytes, writer) = try collector.finish {
                    record.tell(.cacheFailed(key: record.key, error: $0))
                }
                return (bytes, writer)
            }
        } catch {
            throw .store(error)
        }
    }
}

extension ImageError {
    /// What a loader, an interceptor or a body threw, as the error of a load.
    init(loading error: any Error) {
        switch error {
        case let error as ImageError: self = error
        case let failure as LoadFailure: self = .load(failure)
        case let error as DiskError: self = .store(error)
        case let error as StartOver: self = .load(error.cause)
        case is CancellationError: self = .cancelled
        default: self = .load(LoadFailure(.other, "\(error)"))
        }
    }
}
