/// What a ``LoadStage`` is to load; one object, because each load that waits has it in many frames.
final class LoadOrder: Sendable {
    let prepared: PreparedRequest
    let record: LoadTrace
    /// What those who wait for the bytes need.
    let needs: NeedsSource
    /// What the caches have of it, to be confirmed by the origin.
    let holding: Holding?
    /// How many bytes are needed, nil for all.
    let firstByteCount: Int?
    /// Told of what comes.
    let onUpdate: @Sendable (TransferUpdate) -> Void

    init(
        _ prepared: PreparedRequest, _ record: LoadTrace, needs: NeedsSource,
        holding: Holding? = nil, firstByteCount: Int? = nil,
        onUpdate: @escaping @Sendable (TransferUpdate) -> Void
    ) {
        (self.prepared, self.record, self.needs) = (prepared, record, needs)
        (self.holding, self.firstByteCount, self.onUpdate) = (holding, firstByteCount, onUpdate)
    }

    /// Whose slots it needs one of; nil where it needs none.
    var host: String? {
        @inline(never) get { prepared.request.source.host }
    }
}
