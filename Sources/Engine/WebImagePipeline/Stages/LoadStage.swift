import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// load: the bytes from their origin, transferred once for all images that are made of them.
struct LoadStage: Sendable {
    let stages: Stages

    private var shared: PipelineShared { stages.shared }

    /// Returns the bytes; after a confirmation, those on disk, none if the image made of them is
    /// enough, or those of another transfer if both are gone.
    ///
    /// - Parameters:
    ///   - cached: The content of the caches, for the origin to confirm; nil for none.
    ///   - storeCount: The number of originals that had been stored before the look on disk: if
    ///     there are more by now, the bytes may be among them.
    func bytes(
        for request: PreparedRequest, confirming cached: CachedContent?,
        storedAfter storeCount: UInt64, watch: TransferWatch, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData {
        var cached = cached
        for _ in 0..<3 {
            let data = try await transferred(
                for: request, confirming: cached, storedAfter: storeCount, watch: watch,
                trace: trace)
            if data.hasBytes { return data }
            if !request.plan.keepsBytes, !request.hasInputs, cached?.image(madeOf: data) != nil {
                return data
            }
            if let whole = try await stages.disk.bytes(of: data, for: request, trace: trace) {
                return whole
            }
            cached = nil
        }
        throw .load(LoadFailure(.notModified, "status 304, but the cached bytes are gone"))
    }

    /// Returns the result of a transfer, which may be a mere confirmation.
    ///
    /// A caller that refreshes may join a transfer under way, which asks the origin.
    private func transferred(
        for request: PreparedRequest, confirming cached: CachedContent?,
        storedAfter storeCount: UInt64, watch: TransferWatch, trace: LoadTrace
    ) async throws(ImageError) -> LoadedData {
        try await trace.measure("load") { () throws(ImageError) in
            let key = key(of: request)
            let ended = try await ended(
                key, for: request, storedAfter: storeCount, trace: trace)
            if let ended { return ended }
            let (listener, meanwhile) = watch.begin()
            let caller = SharedTransfers.Caller(
                key: key, needs: trace.needs(of: request), on: executor(for: request),
                admission: request.request.source.host.map { (shared.gate, $0) },
                listener: listener, meanwhile: meanwhile
            ) { work in
                await transfer(for: request, confirming: cached, key: key, work: work)
            }
            let data = try await shared.transfers.value(for: caller)
            trace.take(data.timings)
            return data
        }
    }

    /// Returns the bytes of a transfer that has ended: still in use for another image, or stored
    /// since.
    private func ended(
        _ key: LoadKey, for request: PreparedRequest, storedAfter storeCount: UInt64,
        trace: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        // If failures are ignored, bytes in use may be the ones that failed.
        guard request.plan.readsDisk, !request.options.ignoresRememberedFailures else { return nil }
        // Stale bytes may have arrived before this caller asked.
        if let live = shared.live[key], stages.freshness.judge(live, for: request) == .fresh {
            return live
        }
        guard shared.storeCount != storeCount else { return nil }
        return try await stages.disk.storedMeanwhile(for: request, trace: trace)
    }

    private func transfer(
        for request: PreparedRequest, confirming cached: CachedContent?, key: LoadKey,
        work: SharedTransfers.Handle
    ) async -> Result<LoadedData, ImageError> {
        let trace = LoadTrace(key: request.dataKey, observers: stages.observers)
        let transfer = Transfer(
            stages, request, trace: trace, needs: work.needs, confirming: cached,
            onUpdate: work.channel.publish
        ) { error in
            trace.ended(error: error)
            work.abandon(error)
        }
        return await trace.load { () throws(ImageError) in
            let data = try await transfer.run()
            data.timings = trace.timings
            if data.hasBytes { shared.live.insert(data, for: key) }
            return data
        }
    }

    /// Removes bytes that are no picture from the results of transfers that have just ended.
    func forget(_ bytes: LoadedData, of request: PreparedRequest) {
        shared.live.remove(bytes, for: key(of: request))
    }

    private func key(of request: PreparedRequest) -> LoadKey {
        LoadKey(bytes: request, pipeline: stages.settings.transferIdentity)
    }

    /// The executor of the transport, on which a transfer costs least; nil if interceptors or
    /// observers take part, which could block all transfers there.
    private func executor(for request: PreparedRequest) -> (any TaskExecutor)? {
        guard stages.observers.isEmpty, stages.settings.interceptors.isEmpty,
            request.request.interceptors.isEmpty
        else { return nil }
        let loader = request.request.loader ?? stages.settings.loader
        return loader.executor(for: request.request.source)
    }
}

// While bytes arrive.
extension LoadStage {
    /// Returns a watch of the transfer: it publishes progress, and previews if a caller needs some.
    func watch(_ request: PreparedRequest, trace: LoadTrace) -> TransferWatch {
        guard let channel = trace.work?.channel else { return TransferWatch(nil) }
        return TransferWatch(
            WorkListener(
                note: { [stages] update in
                    channel.note(
                        ImageLoadUpdate(progress: update.progress, at: stages.settings.time()))
                }, wake: channel.wake),
            needs: channel.needs,
            stage: { previews(of: request, trace: trace, to: channel) })
    }

    private func previews(
        of request: PreparedRequest, trace: LoadTrace, to channel: WorkChannel<ImageLoadUpdate>
    ) -> PreviewStage {
        PreviewStage(
            decode: stages.decode.decoder(for: request),
            transform: TransformChain(transforms: request.request.transforms),
            decoder: request.request.decoder, work: shared.work, memory: shared.memory,
            time: stages.settings.time,
            interval: { channel.needs.current.previewInterval },
            publish: { preview in
                trace.report(.preview(key: trace.key))
                channel.publish(ImageLoadUpdate(preview: preview))
            },
            onFailure: { trace.report(.ignored(key: trace.key, reason: $0)) })
    }
}
