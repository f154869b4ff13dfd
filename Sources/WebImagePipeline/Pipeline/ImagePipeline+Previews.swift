extension ImagePipeline {
    /// An image flight, as its work sees it.
    typealias ImageFlight = SingleFlight<FlightKey, ImageResponse, ImageFlightUpdate>.Flight

    /// Stage load, with previews of the bytes that arrive where somebody wishes them.
    ///
    /// - Returns: The bytes, and the session that began to decode them; nil when a transfer of the
    ///   bytes ended since that epoch.
    func shown(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight,
        since epoch: UInt64?
    ) async throws(ImageError) -> (LoadedData, PreviewSession?)? {
        let arrival = BodyArrival()
        let unfollow = flight.needs.follow { _ in arrival.wake() }
        defer { unfollow() }
        async let session = previewStage(prepared, record, flight).run(arrival)
        do throws(ImageError) {
            let data = try await loaded(prepared, record, flight.needs, since: epoch) { update in
                flight.publish(ImageFlightUpdate(progress: update.progress, at: time()))
                arrival.note(update)
            }
            arrival.end()
            let begun = await session
            return data.map { ($0, begun) }
        } catch {
            arrival.end()
            throw error
        }
    }

    private func previewStage(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ flight: ImageFlight
    ) -> PreviewStage {
        PreviewStage(
            decode: decodeStage(for: prepared.request),
            transform: TransformStage(transforms: prepared.request.transforms),
            decoder: prepared.request.decoder, work: shared.work, time: time,
            interval: { flight.needs.current().needs.previewInterval },
            publish: { preview in
                record.tell(.preview(key: record.key))
                flight.publish(ImageFlightUpdate(preview: preview))
            },
            onFailure: { record.tell(.ignored(key: record.key, reason: $0)) })
    }
}
