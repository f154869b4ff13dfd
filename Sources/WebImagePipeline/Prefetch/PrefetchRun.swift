import Synchronization
import WebImageCaching
import WebImageLoading

/// The loads of one batch, a limited number at once; the driver of ``PrefetchTable``.
final class PrefetchRun: Sendable {
    typealias Feed = @Sendable () async throws -> ImageRequest?

    struct Job: Sendable {
        let request: ImageRequest
        let key: Fingerprint
        let work: @Sendable () async -> PrefetchOutcome
    }

    private struct State: ~Copyable {
        var table: PrefetchTable
        var tasks: [PrefetchTable.ID: Task<PrefetchOutcome, Never>] = [:]
        var watchers: [AsyncStream<PrefetchProgress>.Continuation] = []
    }

    private let state: Mutex<State>
    private let width: Int
    private let prepare: @Sendable (ImageRequest) async -> Job
    private let onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?

    init(
        total: Int?, width: Int, prepare: @escaping @Sendable (ImageRequest) async -> Job,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?
    ) {
        state = Mutex(State(table: PrefetchTable(total: total)))
        self.width = max(1, width)
        self.prepare = prepare
        self.onEnd = onEnd
    }

    var progress: PrefetchProgress { state.withLock { $0.table.progress } }

    /// Loads the requests that `next` returns, up to `nil` or until the batch is cancelled.
    func drive(_ next: Feed) async {
        await withTaskGroup(of: Void.self) { group in
            do {
                var startedCount = 0
                while !Task.isCancelled, !progress.isEnded, let request = try await next() {
                    let job = await prepare(request)
                    let source = Fingerprint(request.source.name)
                    let admitted = change { $0.admit(key: job.key, source: source) }
                    guard let id = admitted else { continue }
                    group.addTask { await self.run(job, id) }
                    startedCount += 1
                    if startedCount >= width { await group.next() }
                }
                change { $0.exhaust(nil) }
            } catch {
                change { $0.exhaust(error) }
            }
        }
    }

    private func run(_ job: Job, _ id: PrefetchTable.ID) async {
        let task = state.withLock { state -> Task<PrefetchOutcome, Never>? in
            guard state.table.isRunning(id) else { return nil }
            // Made under the lock, so that a cancellation finds it; it runs elsewhere.
            let task = Task { await job.work() }
            state.tasks[id] = task
            return task
        }
        guard let task else { return }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let isWanted = state.withLock { state in
            state.tasks[id] = nil
            return state.table.report(id, outcome)
        }
        guard isWanted else { return }
        await onEnd?(job.request, outcome)
        change { $0.end(id, outcome) }
    }
}

// For the batch.
extension PrefetchRun {
    func cancel(_ source: ImageSource) {
        let name = Fingerprint(source.name)
        cancelTasks { $0.cancel(name) }
    }

    func cancelAll() { cancelTasks { $0.cancelAll() } }

    /// Returns the progress now and at each change; a slow reader gets the latest only.
    func watch() -> AsyncStream<PrefetchProgress> {
        let (stream, watcher) = AsyncStream.makeStream(
            of: PrefetchProgress.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            watcher.yield(state.table.progress)
            if state.table.progress.isEnded {
                watcher.finish()
            } else {
                state.watchers.append(watcher)
            }
        }
        return stream
    }

    private func cancelTasks(_ cancel: (inout PrefetchTable) -> [PrefetchTable.ID]) {
        let ids = change(cancel)
        let tasks = state.withLock { state in ids.compactMap { state.tasks[$0] } }
        for task in tasks { task.cancel() }
    }

    /// Changes the table and sends its progress to the watchers, in the order of the changes.
    @discardableResult
    private func change<Value>(_ body: (inout PrefetchTable) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state.table)
            let progress = state.table.progress
            state.watchers.removeAll { watcher in
                if case .terminated = watcher.yield(progress) { return true }
                if progress.isEnded { watcher.finish() }
                return progress.isEnded
            }
            return value
        }
    }
}

extension ImageSource {
    /// The name by which a URL of a batch is cancelled.
    fileprivate var name: String {
        switch self {
        case .url(let text): "url " + ((try? HTTPAddress(text))?.url ?? text)
        case .file(let path): "file " + path
        case .data(let bytes): "data " + bytes.digest
        }
    }
}

/// An iterator over the URLs of a batch, for the task that reads them.
// Safe because the iterator was sent here, and one task at a time asks for the next element.
final class SentIterator<Iterator: AsyncIteratorProtocol>: @unchecked Sendable
where Iterator.Element: ImageRequestConvertible {
    private var iterator: Iterator

    init(_ iterator: sending Iterator) { self.iterator = iterator }

    @concurrent func next() async throws -> ImageRequest? {
        try await iterator.next()?.imageRequest
    }
}

/// The elements of a sequence, for a ``SentIterator``.
struct PresentElements<Base: IteratorProtocol>: AsyncIteratorProtocol {
    var base: Base

    mutating func next() async -> Base.Element? { base.next() }
}
