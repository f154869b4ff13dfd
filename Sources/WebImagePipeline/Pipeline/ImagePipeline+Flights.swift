extension ImagePipeline {
    /// Every stage in its order: memory → disk → load → decode → transform → store → response.
    func answer(
        to prepared: PreparedRequest, _ record: LoadRecord,
        _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        if let hit = remembered(prepared, record) { return hit }
        return try await within(prepared.request.options[TotalTimeout.self]) {
            () throws(ImageError) in try await made(prepared, record, listener)
        }
    }

    /// The image made by one flight for all who ask for it: from bytes in caches, else from its
    /// origin's.
    ///
    /// While a caller looks into caches, the flight it would have joined may end. So it notes the
    /// epochs first: an origin is asked only if no flight has ended since, else it looks again.
    func made(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        let key = imageFlightKey(prepared, prepared.route)
        let needs = NeedsSource.constant(prepared.needs(previews: listener?.previews ?? .off))
        while true {
            let epochs = (
                image: shared.images.epoch(of: key),
                bytes: shared.transfers.epoch(of: transferKey(prepared))
            )
            if let hit = remembered(prepared, record, again: true) { return hit }
            if let hit = try await cached(prepared, record, needs) { return hit }
            if prepared.isOnlyIfCached { throw .notCached }
            let looked = prepared.mayUseCaches
            let made = try await shared.images.value(
                for: key, needs: needs, since: looked ? epochs.image : nil,
                onUpdate: listener?.receive,
                work: work(prepared) { record, flight throws(ImageError) in
                    try await make(prepared, record, flight, since: looked ? epochs.bytes : nil)
                })
            if let made { return made.after(record.timings) }
        }
    }

    /// The image made of bytes that are there already, nil where there are none.
    private func cached(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ needs: NeedsSource
    ) async throws(ImageError) -> ImageResponse? {
        guard prepared.looksInCaches else { return nil }
        return try await record.measure("disk") { () throws(ImageError) in
            try await shared.lookups.value(
                for: imageFlightKey(prepared, .caches), needs: needs,
                work: work(prepared) { record, flight throws(ImageError) in
                    try await find(prepared, record, flight)
                })
        }
    }

    /// The work of an image flight, with a record of its own.
    private func work(
        _ prepared: PreparedRequest,
        _ body:
            @escaping @Sendable (
                LoadRecord, ImageFlight
            ) async throws(ImageError) -> ImageResponse?
    ) -> @Sendable (ImageFlight) async -> Result<ImageResponse?, ImageError> {
        { flight in
            let record = LoadRecord(key: prepared.imageKey, observers: observers)
            do throws(ImageError) {
                return .success(try await body(record, flight))
            } catch {
                return .failure(error)
            }
        }
    }
}
