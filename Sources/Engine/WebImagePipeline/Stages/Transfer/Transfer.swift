import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// One transfer: the interceptors and the loader, the check of the response, the body within the
/// limits.
///
/// One object, because each load that waits has it in many frames.
final class Transfer: Sendable {
    private let stages: Stages
    private let prepared: PreparedRequest
    private let trace: LoadTrace
    private let needs: Needs
    /// The content of the caches, to be confirmed by the origin.
    private let cached: CachedContent?
    /// The number of bytes that are needed; nil for all.
    private let firstByteCount: Int?
    /// Called for each chunk.
    private let onUpdate: @Sendable (TransferUpdate) -> Void
    /// Ends the transfer for all that wait for it; nil if only its own end does.
    private let abandon: (@Sendable (ImageError) -> Void)?

    init(
        _ stages: Stages, _ prepared: PreparedRequest, trace: LoadTrace, needs: Needs,
        confirming cached: CachedContent? = nil, firstByteCount: Int? = nil,
        onUpdate: @escaping @Sendable (TransferUpdate) -> Void = { _ in },
        abandon: (@Sendable (ImageError) -> Void)? = nil
    ) {
        (self.stages, self.prepared, self.trace) = (stages, prepared, trace)
        (self.needs, self.firstByteCount, self.onUpdate) = (needs, firstByteCount, onUpdate)
        (self.cached, self.abandon) = (cached, abandon)
    }

    private var limits: LoadLimits { stages.settings.limits.load }
    private var mode: CacheMode { stages.settings.cacheMode }
    private var now: @Sendable () -> Date { stages.settings.now }
    private var shared: PipelineShared { stages.shared }
    private var loader: any ImageLoader { prepared.request.loader ?? stages.settings.loader }
    /// The interceptors of the request and of the pipeline, the first one outermost.
    private var interceptors: [any LoadInterceptor] {
        prepared.request.interceptors + stages.settings.interceptors
    }
    /// The executor of code that may block: interceptors, reading a file; nil if there is none.
    private var executor: WorkExecutor? {
        if !interceptors.isEmpty { return shared.interception }
        return prepared.request.source.host == nil ? shared.io : nil
    }

    /// Returns the bytes of the request, not stored yet.
    ///
    /// A transfer has its slot before it is made: thousands may wait for one. A file takes no slot.
    func run() async throws(ImageError) -> LoadedData {
        // Before observers hear of the end: a slow one holds up no other transfer.
        defer { CurrentWork.current?.endSlot() }
        do {
            try LoadDepth.check()
            if let executor { return try await executor.runAsync { try await self.begin() } }
            return try await begin()
        } catch {
            throw ImageError(loading: error)
        }
    }

    private func begin() async throws -> LoadedData {
        var request = prepared.request.loadRequest(limits: limits)
        request.firstByteCount = firstByteCount
        request.attributes[Revalidation.Stored.self] = cached?.response
        request.attributes[DecodeThreads.self] = shared.work
        request.attributes[TimingListener.self] = { [trace] in trace.measured($0, in: $1) }
        request.attributes[FirstStepListener.self] = { [trace] in trace.report($0) }
        return try await LoadDepth.deeper { [request] in
            let memory = try await shared.memory.bodies.claim(
                request.firstBodyByteCount, needs, onWait: trace.waitingForMemory)
            CurrentWork.current?.hold(memory: memory)
            return try await transfer(request, memory)
        }
    }

    /// Transfers the bytes; begins again after a ``RestartLoad``.
    private func transfer(_ request: LoadRequest, _ memory: Permit) async throws -> LoadedData {
        var request = request
        while true {
            let body = BodyBuffer()
            request.attributes[ProgressListener.self] = {
                [attempt = request.restartCount, onUpdate] progress in
                onUpdate(TransferUpdate(progress: progress, body: body, attempt: attempt))
            }
            request.tellProgress(.unknown)
            do {
                return try await respond(to: request, memory)
            } catch let error as RestartLoad {
                guard request.restartCount < RestartLoad.maxCount else { throw error.cause }
                request.restartCount += 1
                request.spentAttempts = error.spentAttempts ?? request.spentAttempts + 1
            }
        }
    }

    /// Runs the interceptors and the loader; an interceptor that is silent for too long, also in
    /// its body, ends the transfer.
    private func respond(
        to request: LoadRequest, _ memory: Permit
    ) async throws -> LoadedData {
        guard !interceptors.isEmpty, let abandon else {
            return try await respond(to: request, memory, nil)
        }
        let (steps, limit) = (StepWatch(), limits.idleTimeout)
        return try await steps.run(
            limit: limit,
            onSilence: { step in
                let reason =
                    "the interceptor '\(step.prefix(80))' did nothing for \(limit.spelling)"
                abandon(.load(LoadFailure(.timedOut, reason)))
            }
        ) { try await respond(to: request, memory, steps) }
    }

    /// Checks the response, and receives its body.
    private func respond(
        to request: LoadRequest, _ memory: Permit, _ steps: StepWatch?
    ) async throws -> LoadedData {
        let response: LoadedBody
        do {
            let chain: [any LoadInterceptor] =
                interceptors
                + [Revalidation(addedHeaders: loader.addedHeaders(for: request.source), now: now)]
            let next = NextLoad(
                chain[...], then: loader, under: limits.networkPolicy, steps: steps,
                time: stages.settings.time)
            response = try await next(request)
        } catch let confirmation as NotModified {
            trace.responded(confirmation.head)
            guard let cached else { throw confirmation.failure }
            // A filter may refuse what the origin confirms.
            try ResponseCheck(prepared.options, limits).check(confirmation.response)
            return confirmed(cached, by: confirmation.stored)
        }
        trace.responded(response.head)
        try ResponseCheck(prepared.options, limits).check(response)
        return try await receive(response, memory, attempt: request.restartCount)
    }

    /// Receives the body; bytes equal to those of the caches confirm them.
    private func receive(
        _ response: LoadedBody, _ memory: Permit, attempt: Int
    ) async throws -> LoadedData {
        let head = ReceivedHead(of: response, to: prepared, stages.settings)
        let body = BodyBuffer(open: opener(head))
        let memory = try await collect(response, into: body, memory, attempt: attempt)
        let (bytes, writer, fingerprint) = try await finish(body)
        try await memory.resize(to: bytes.count)
        let encoded = EncodedImage(bytes, mediaType: head.mediaType)
        var stored = head.stored
        stored?.record.body = fingerprint
        if let stored, let cached, cached.fingerprint == fingerprint {
            if let writer { await shared.io.run { writer.discard() } }
            return confirmed(
                cached, by: stored, mayBeStored: head.mayBeStored, encoded: encoded, memory: memory)
        }
        return LoadedData(
            encoded: encoded, origin: response.origin, head: stored?.head,
            record: stored?.record, expires: head.entry?.expires, mayBeKept: head.mayBeKept,
            mayBeStored: head.mayBeStored, writer: writer,
            wholeByteCount: response.wholeByteCount, memory: memory,
            userData: prepared.request.userData)
    }

    /// Returns the function that begins the entry on disk; nil if none is written while bytes
    /// arrive.
    private func opener(_ head: ReceivedHead) -> BodyBuffer.Open? {
        guard head.mayBeStored, needs.current.keeping.original, var entry = head.entry else {
            return nil
        }
        entry.requestUserData = prepared.request.userData
        return stages.originals?.opener(for: prepared.dataKey, head: entry)
    }

    /// Returns the content of the caches with a new response.
    ///
    /// - Parameter encoded: The same bytes, if they were transferred again.
    private func confirmed(
        _ cached: CachedContent, by response: StoredResponse, mayBeStored: Bool? = nil,
        encoded: EncodedImage? = nil, memory: Permit? = nil
    ) -> LoadedData {
        let mayBeKept = response.mayBeKept(request: prepared.sentHeaders, mode: mode)
        let held = cached.data
        let kept = held.flatMap { $0.hasBytes ? $0.encoded : nil }
        return LoadedData(
            encoded: kept ?? encoded, origin: encoded == nil ? .disk : .network,
            head: response.head, record: response.record,
            expires: response.freshUntil(mode: mode), entry: held?.entry, isConfirmed: true,
            mayBeKept: mayBeKept, mayBeStored: mayBeStored ?? (mayBeKept && held != nil),
            memory: memory, userData: prepared.request.userData)
    }
}

// The body.
extension Transfer {
    /// Receives the body; bytes that went to the disk have memory to be read back as a whole.
    ///
    /// - Returns: The memory of the body.
    private func collect(
        _ response: LoadedBody, into body: BodyBuffer, _ memory: Permit, attempt: Int
    ) async throws -> Permit {
        do {
            try await trace.measure("load.body") {
                try await chunks(of: response, into: body, memory, attempt: attempt)
            }
            guard body.residentByteCount < body.byteCount else { return memory }
            memory.end()
            let whole = try await shared.memory.storedBodies.claim(
                body.byteCount, needs, onWait: trace.waitingForMemory)
            CurrentWork.current?.hold(memory: whole)
            return whole
        } catch {
            // This may be the event loop of a transport, which must not wait for a disk.
            if let writer = body.takeWriter() { await shared.io.run { writer.discard() } }
            throw error
        }
    }

    private func chunks(
        of response: LoadedBody, into body: BodyBuffer, _ memory: Permit, attempt: Int
    ) async throws {
        var length = LengthCheck(response, limit: limits.maxBodyBytes)
        func report(_ progress: LoadProgress) {
            // The interceptor that received the whole body has reported its progress.
            guard !response.comesAtOnce else { return }
            onUpdate(TransferUpdate(progress: progress, body: body, attempt: attempt))
        }
        report(length.progress)
        let demand = body.demand(of: response)
        if response.comesAtOnce, let demand { try await memory.resize(to: demand) }
        var chunks = response.chunks.makeAsyncIterator()
        while true {
            try await needs.waitWhileSuspended(pausing: memory)
            guard let chunk = try await chunks.next() else { break }
            try Task.checkCancellation()
            try length.add(chunk.count)
            body.append(chunk)
            try await memory.hold(
                body.residentByteCount, upTo: demand ?? limits.maxBodyBytes)
            report(length.progress)
            if body.isFlushDue { await flush(body) }
        }
        try length.end()
    }

    /// Writes on the I/O executor; a failing disk is reported and the load goes on in memory.
    private func flush(_ body: BodyBuffer) async {
        do throws(DiskError) {
            try await shared.io.run(body.flush)
        } catch {
            trace.report(.cacheFailed(key: trace.key, error: error))
        }
    }

    private func finish(
        _ body: BodyBuffer
    ) async throws(ImageError) -> (ByteBlock, (any DataCacheWriter)?, BodyFingerprint) {
        do throws(LoadFailure) {
            try LoadFailure.requireMemory(body.joinedByteCount)
        } catch {
            throw .load(error)
        }
        let finish = { @Sendable [trace] () throws(DiskError) in
            let (bytes, writer) = try body.finish {
                trace.report(.cacheFailed(key: trace.key, error: $0))
            }
            return (bytes, writer, BodyFingerprint(of: bytes))
        }
        do throws(DiskError) {
            // A small body is hashed sooner than another thread wakes up.
            return body.isSmall ? try finish() : try await shared.io.run(finish)
        } catch {
            throw .store(error)
        }
    }
}
