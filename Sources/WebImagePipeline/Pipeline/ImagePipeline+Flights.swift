extension ImagePipeline {
    /// Every stage in its order: memory → disk → load → decode → transform → store → response.
    func answer(
        to prepared: PreparedRequest, _ record: LoadRecord,
        _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse {
        if let hit = remembered(prepared, record) { return hit }
        return try await within(prepared.request.options[TotalTimeout.self]) {
            () throws(ImageError) in
            let response = try await made(prepared, record, listener)
            await awaitStore(of: prepared)
            return response
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
        let needs = NeedsSource.constant(prepared.needs(previews: listener?.previews ?? .off))
        while true {
            let epochs = (
                image: shared.images.epoch(of: imageFlightKey(prepared, prepared.route)),
                bytes: shared.transfers.epoch(of: transferKey(prepared))
            )
            if let hit = remembered(prepared, record, again: true) { return hit }
            if let hit = try await looked(prepared, record, needs) { return hit }
            if prepared.isOnlyIfCached { throw .notCached }
            try refuseIfFailed(prepared, record)
            if let made = try await fetched(prepared, needs, epochs, listener) {
                return made.after(record.timings)
            }
        }
    }

    /// The image made of bytes that are there already, nil where there are none.
    private func looked(
        _ prepared: PreparedRequest, _ record: LoadRecord, _ needs: NeedsSource
    ) async throws(ImageError) -> ImageResponse? {
        guard prepared.mayBeOnDisk else { return nil }
        return try await record.measure("disk") { () throws(ImageError) in
            try await shared.lookups.value(
                for: imageFlightKey(prepared, .caches), needs: needs,
                work: work(prepared) { record, flight throws(ImageError) in
                    try await find(prepared, record, flight)
                })
        }
    }

    /// The image made of the origin's bytes, nil when it may be in a cache by now.
    private func fetched(
        _ prepared: PreparedRequest, _ needs: NeedsSource,
        _ epochs: (image: UInt64, bytes: UInt64), _ listener: ImageListener?
    ) async throws(ImageError) -> ImageResponse? {
        let hasLooked = prepared.request.readsMemory || prepared.request.readsDisk
        return try await shared.images.value(
            for: imageFlightKey(prepared, prepared.route), needs: needs,
            since: hasLooked ? epochs.image : nil, onUpdate: listener?.receive,
            work: work(prepared) { record, flight throws(ImageError) in
                try await make(prepared, record, flight, since: hasLooked ? epochs.bytes : nil)
            })
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
                let response = try await body(record, flight)
                if response != nil { forgetFailure(of: prepared) }
                return .success(response)
            } catch {
                remember(error, of: prepared)
                return .failure(error)
            }
        }
    }
}

extension PreparedRequest {
    /// Whether bytes for it may lie on disk, or be in use by another image.
    fileprivate var mayBeOnDisk: Bool {
        request.readsDisk && (request.source.isRemote || serializer != nil)
    }
}
