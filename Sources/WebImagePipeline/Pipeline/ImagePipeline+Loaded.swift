import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageRuntime

// Stages that some loads only go through are never inlined, because each load that waits keeps the
// frames of all that are, and thousands may wait at once.
extension ImagePipeline {
    /// Stage load: the bytes from their origin, transferred once for all images made of them.
    ///
    /// While a caller looked on disk, the transfer that it would have joined may have ended: then it
    /// looks for its bytes again before it begins another. A transfer that is under way goes to the
    /// origin, so that also who refreshes may join it.
    func loaded(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        _ watch: TransferWatch, since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        let end = record.begin("load")
        defer { end() }
        while true {
            let caller = transferCaller(prepared, record, holding, watch)
            if caller.epoch != nil {
                if let live = inUse(caller.key, prepared) { return live }
                if shared.commits.load(ordering: .acquiring) != commits,
                    let late = try await late(prepared, record)
                {
                    return late
                }
            }
            if let data = try await shared.transfers.value(for: caller) { return data }
        }
    }

    @inline(never) private func transferCaller(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        _ watch: TransferWatch
    ) -> SharedWork<FlightKey, LoadedData, TransferUpdate>.Caller {
        let key = transferKey(prepared)
        // Bytes that somebody still holds may be those whose failure is to be tried again.
        let looks =
            prepared.cachePolicy == .normal && prepared.request.readsDisk
            && !prepared.options[RetriesFailed.self]
        let (onUpdate, meanwhile) = watch.begin()
        return .init(
            key: key, needs: record.needs ?? prepared.needsSource(),
            since: looks ? shared.transfers.epoch(of: key) : nil,
            on: loadStage.place(of: prepared, isObserved: !observers.isEmpty),
            onUpdate: onUpdate, meanwhile: meanwhile
        ) { flight in
            await transferred(prepared, holding, flight)
        }
    }

    @inline(never) private func transferred(
        _ prepared: PreparedRequest, _ holding: Holding?,
        _ flight: SharedWork<FlightKey, LoadedData, TransferUpdate>.Flight
    ) async -> Result<LoadedData, ImageError> {
        let order = LoadOrder(
            prepared, LoadTrace(key: prepared.dataKey, observers: observers),
            needs: flight.needs, holding: holding, onUpdate: flight.publish)
        return await order.record.load { () throws(ImageError) in
            let data = try await loadStage.run(order)
            keepAlive(data, prepared)
            return data
        }
    }

    @inline(never) private func keepAlive(_ data: LoadedData, _ prepared: PreparedRequest) {
        if data.hasBytes { shared.live.insert(data, for: transferKey(prepared)) }
    }

    /// The bytes of a transfer that ended while this one's caller was looking on disk, still in use
    /// by another image.
    @inline(never) private func inUse(
        _ key: FlightKey, _ prepared: PreparedRequest
    ) -> LoadedData? {
        // What is stale already may have come before this caller asked: only its own transfer will do.
        guard let live = shared.live[key], judge(live, prepared) == .fresh else { return nil }
        return live
    }

    /// The same, stored since.
    @inline(never) private func late(
        _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        guard let diskStage else { return nil }
        await shared.writes.settle(prepared.dataKey)
        let answers = { (data: LoadedData) in judge(data, prepared) == .fresh }
        let found = try await read(record, answers: answers) { byteCount in
            await diskStage.read(
                prepared.dataKey, atMost: byteCount, record: record, mayAnswer: answers)
        }
        return found.flatMap { judge($0, prepared) == .fresh ? $0 : nil }
    }
}
