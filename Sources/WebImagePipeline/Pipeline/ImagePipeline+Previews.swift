extension ImagePipeline {
    /// An image flight, as its work sees it.
    typealias ImageFlight = SingleFlight<FlightKey, MadeImage, ImageFlightUpdate>.Flight

    /// Stage load, with previews of the bytes that arrive where somebody wishes them.
    ///
    /// - Returns: The bytes, and the session that began to decode them.
    func shown(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight,
        _ holding: Holding?, since commits: UInt64
    ) async throws(ImageError) -> (LoadedData, PreviewSession?) {
        let arrival = BodyArrival()
        let unfollow = flight.needs.follow { _ in arrival.wake() }
        defer { unfollow() }
        async let session = previewStage(prepared, record, flight).run(arrival)
        do throws(ImageError) {
            let data = try await loadedBytes(
                prepared, record, flight.needs, holding,
                { update in
                    flight.publish(ImageFlightUpdate(progress: update.progress, at: time()))
                    arrival.note(update)
                }, since: commits)
            arrival.end()
            return (data, await session)
        } catch {
            arrival.end()
            throw error
        }
    }

    /// The bytes, also where a transfer that others began brought a confirmation without them: what
    /// they hold in memory this image may not be made of.
    func loadedBytes(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ needs: NeedsSource,
        _ holding: Holding?, _ onUpdate: (@Sendable (TransferUpdate) -> Void)?,
        since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        var holding = holding
        for _ in 0..<3 {
            let data = try await loaded(
                prepared, record, needs, holding, onUpdate, since: commits)
            if data.hasBytes { return data }
            if let stamp = data.stamp, holding?.image?.stamp == stamp { return data }
            holding = nil
        }
        throw .load(LoadFailure(.notModified, "status 304, but the bytes are nowhere"))
    }

    private func previewStage(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight
    ) -> PreviewStage {
        PreviewStage(
            decode: decodeStage(for: prepared.request),
            transform: TransformStage(transforms: prepared.request.transforms),
            decoder: prepared.request.decoder, work: shared.work,
            memory: shared.memory.previews, time: time,
            interval: { flight.needs.current().needs.previewInterval },
            publish: { preview in
                record.tell(.preview(key: record.key))
                flight.publish(ImageFlightUpdate(preview: preview))
            },
            onFailure: { record.tell(.ignored(key: record.key, reason: $0)) })
    }
}
