import Synchronization
import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// The updates of a transfer for one waiter, and the previews it makes while bytes arrive.
package final class TransferWatch: Sendable {
    private let needs: Needs?
    private let listener: WorkListener<TransferUpdate>?
    private let stage: (@Sendable () -> PreviewStage)?
    private let begun = Mutex<PreviewSession?>(nil)

    /// The session that began to decode the bytes of the last transfer; nil without one.
    var session: PreviewSession? { begun.withLock { $0 } }

    init(_ listener: WorkListener<TransferUpdate>?) {
        (self.listener, needs, stage) = (listener, nil, nil)
    }

    /// Creates a watch that makes previews as long as a waiter needs some.
    ///
    /// - Parameter stage: Returns the stage, when the first preview is needed.
    init(
        _ listener: WorkListener<TransferUpdate>, needs: Needs,
        stage: @escaping @Sendable () -> PreviewStage
    ) {
        (self.listener, self.needs, self.stage) = (listener, needs, stage)
    }

    /// Begins to watch a transfer, also after another one.
    func begin() -> (listener: WorkListener<TransferUpdate>?, meanwhile: Meanwhile?) {
        begun.withLock { $0 = nil }
        guard let listener, let needs, let stage else { return (listener, nil) }
        let arrival = LatestValue(ArrivingBody())
        let watching = WorkListener<TransferUpdate>(
            note: { update in
                listener.note(update)
                arrival.note { $0.note(update) }
            },
            wake: {
                listener.wake()
                // A change of the needs wakes as well: one of both sees the other.
                if Self.isWished(needs) { arrival.wake() }
            })
        let meanwhile: Meanwhile = (
            run: { await self.follow(arrival, needs, stage) },
            end: {
                arrival.note { $0.end() }
                arrival.end()
            }
        )
        return (watching, meanwhile)
    }

    private func follow(
        _ arrival: LatestValue<ArrivingBody>, _ needs: Needs,
        _ stage: @Sendable () -> PreviewStage
    ) async {
        let unfollow = needs.follow { arrival.wake() }
        defer { unfollow() }
        // Most loads end here: no waiter needs previews.
        while await arrival.change() {
            guard Self.isWished(needs) else { continue }
            arrival.wake()
            let session = await stage().run(arrival)
            return begun.withLock { $0 = session }
        }
    }

    private static func isWished(_ needs: Needs) -> Bool { needs.current.previewInterval != nil }
}

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
