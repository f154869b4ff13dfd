import Synchronization
import WebImageCaching
import WebImageRuntime

/// The updates of a transfer for one waiter, and the previews it makes while bytes arrive.
package final class TransferWatch: Sendable {
    private let needs: NeedsSource?
    private let receive: (@Sendable (TransferUpdate) -> Void)?
    private let stage: (@Sendable () -> PreviewStage)?
    private let begun = Mutex<PreviewSession?>(nil)

    /// The session that began to decode the bytes of the last transfer; nil without one.
    var session: PreviewSession? { begun.withLock { $0 } }

    /// Only tells.
    init(receive: (@Sendable (TransferUpdate) -> Void)?) {
        (needs, stage) = (nil, nil)
        self.receive = receive
    }

    /// Tells, and makes previews as long as somebody needs some.
    ///
    /// - Parameter stage: What makes them; made when the first one is wished.
    init(
        needs: NeedsSource, receive: @escaping @Sendable (TransferUpdate) -> Void,
        stage: @escaping @Sendable () -> PreviewStage
    ) {
        (self.needs, self.receive, self.stage) = (needs, receive, stage)
    }

    /// Begins to watch a transfer, also where another one was watched before.
    func begin() -> (
        onUpdate: (@Sendable (TransferUpdate) -> Void)?, meanwhile: Meanwhile?
    ) {
        begun.withLock { $0 = nil }
        guard let needs, let stage else { return (receive, nil) }
        let arrival = BodyArrival()
        let onUpdate = { @Sendable [receive] (update: TransferUpdate) in
            receive?(update)
            arrival.note(update)
            // Who begins to wish something wakes as well: one of both sees the other.
            if Self.isWished(needs) { arrival.wake() }
        }
        let meanwhile = Meanwhile(
            run: { await self.follow(arrival, needs, stage) }, end: { arrival.end() })
        return (onUpdate, meanwhile)
    }

    private func follow(
        _ arrival: BodyArrival, _ needs: NeedsSource, _ stage: @Sendable () -> PreviewStage
    ) async {
        let unfollow = needs.follow { _ in arrival.wake() }
        defer { unfollow() }
        // Most loads end here: nobody wishes to see what is not whole.
        while await arrival.change() {
            guard Self.isWished(needs) else { continue }
            arrival.wake()
            return await preview(arrival, stage)
        }
    }

    // Not inlined, because most loads that wait get no further than to the first change.
    @inline(never) private func preview(
        _ arrival: BodyArrival, _ stage: @Sendable () -> PreviewStage
    ) async {
        let session = await stage().run(arrival)
        begun.withLock { $0 = session }
    }

    private static func isWished(_ needs: NeedsSource) -> Bool {
        needs.current().needs.previewInterval != nil
    }
}
