import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// An update of a transfer while bytes arrive.
struct TransferUpdate: WorkUpdate {
    var progress: LoadProgress
    /// All bytes so far.
    let body: BodyBuffer
    /// The number of times that the load began again before.
    var attempt = 0

    mutating func merge(_ newer: TransferUpdate) { self = newer }

    /// `true` if a byte is known to be there.
    var hasBegun: Bool { progress.receivedByteCount > 0 }
    /// `true` if every byte is known to be there.
    var isWhole: Bool { progress.expectedByteCount == progress.receivedByteCount }
}

/// A body that arrives, as previews follow it.
struct ArrivingBody: Sendable {
    /// The latest update; nil before the first, and after the end, so that the body is freed.
    private(set) var update: TransferUpdate?
    /// The attempt of the latest update, also after the end.
    private(set) var attempt = 0
    private var hasEnded = false

    mutating func note(_ update: TransferUpdate) {
        guard !hasEnded else { return }
        self.update = update
        attempt = update.attempt
    }

    mutating func end() { (update, hasEnded) = (nil, true) }
}
