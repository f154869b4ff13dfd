extension ImagePipeline {
    /// An image flight, as its work sees it.
    typealias ImageFlight = SharedWork<FlightKey, MadeImage, ImageFlightUpdate>.Flight

    /// The bytes, also where a transfer that others began brought a confirmation without them: what
    /// they hold in memory this image may not be made of.
    func loadedBytes(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ holding: Holding?,
        _ watch: TransferWatch, since commits: UInt64
    ) async throws(ImageError) -> LoadedData {
        var holding = holding
        for _ in 0..<3 {
            let data = try await loaded(prepared, record, holding, watch, since: commits)
            if data.hasBytes { return data }
            if let stamp = data.stamp, holding?.image?.stamp == stamp { return data }
            if let whole = try await withBytes(data, prepared, record) { return whole }
            holding = nil
        }
        throw Self.bytesNowhere()
    }

    @inline(never) private static func bytesNowhere() -> ImageError {
        .load(LoadFailure(.notModified, "status 304, but the bytes are nowhere"))
    }

    /// How the work of a load watches the transfer of its bytes: an image's flight tells of the
    /// progress, and previews what arrives where somebody wishes that.
    @inline(never) func watch(
        _ prepared: PreparedRequest, _ record: LoadTrace
    ) -> TransferWatch {
        guard let flight = record.flight else { return TransferWatch(receive: nil) }
        return TransferWatch(
            needs: flight.needs,
            receive: { flight.publish(ImageFlightUpdate(progress: $0.progress, at: time())) },
            stage: { previewStage(prepared, record, flight) })
    }

    private func previewStage(
        _ prepared: PreparedRequest, _ record: LoadTrace, _ flight: ImageFlight
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
