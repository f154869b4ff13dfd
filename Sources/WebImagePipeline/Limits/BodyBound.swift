import Synchronization
import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// Sees for one caller whether a body becomes longer than that caller takes (``MaxBodyBytes``).
final class BodyBound: Sendable {
    private let limit: Int
    private let excess = Mutex<Int?>(nil)
    private let (end, signal) = AsyncStream.makeStream(of: Void.self)

    /// A bound; nil for a caller that has none.
    init?(_ limit: Int?) {
        guard let limit else { return nil }
        self.limit = limit
    }

    /// Why the caller leaves, nil as long as it need not.
    var failure: ImageError? {
        excess.withLock { $0 }.map { count in
            .load(LoadFailure(.tooLarge, "\(count) bytes, more than the \(limit) of this request"))
        }
    }

    /// Notes how many bytes there are, or are to come.
    func note(_ count: Int) {
        guard count > limit else { return }
        excess.withLock { $0 = $0 ?? count }
        signal.finish()
    }

    /// Notes how much was announced, and has arrived.
    func note(_ progress: LoadProgress) {
        note(max(progress.receivedByteCount, progress.expectedByteCount ?? 0))
    }

    /// Notes what a transfer tells.
    var listener: @Sendable (TransferUpdate) -> Void {
        { self.note($0.progress) }
    }

    /// Notes what is told, and passes it on.
    func watching(
        _ receive: (@Sendable (ImageLoadUpdate) -> Void)?
    ) -> @Sendable (ImageLoadUpdate) -> Void {
        { update in
            if let progress = update.progress { self.note(progress) }
            receive?(update)
        }
    }

    /// Returns when there are too many bytes, with ``failure``, or when the task is cancelled.
    func untilExceeded() async -> ImageError {
        for await _ in end {}
        return failure ?? .cancelled
    }
}
