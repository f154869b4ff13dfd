import Synchronization
import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// Loads the URLs of one batch, so many at once; the driver of ``PrefetchTable``.
final class PrefetchRun: Sendable {
    /// One URL to load.
    struct Job: Sendable {
        let request: ImageRequest
        /// Names what it loads.
        let key: Fingerprint
        /// Loads it.
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
    private let onEnd: (@Sendable (PrefetchResult) async -> Void)?

    init(
        total: Int?, width: Int, prepare: @escaping @Sendable (ImageRequest) async -> Job,
        onEnd: (@Sendable (PrefetchResult) async -> Void)?
    ) {
        state = Mutex(State(table: PrefetchTable(total: total)))
        self.width = max(1, width)
        self.prepare = prepare
        self.onEnd = onEnd
    }

    var progress: PrefetchProgress { state.withLock { $0.table.progress } }

    /// Reads and loads until there is no more, or until it is cancelled.
    func drive(_ feed: some PrefetchFeed) async {
        await withTaskGroup(of: Void.self) { group in
            do {
                var startedCount = 0
                while let request = try await next(of: feed) {
                    let job = await prepare(request)
                    guard let id = admitted(job) else { continue }
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

    /// The next request, nil when none is wanted any more.
    private func next(of feed: some PrefetchFeed) async throws -> ImageRequest? {
        guard !Task.isCancelled, !progress.isEnded else { return nil }
        return try await feed.next()
    }

    private func admitted(_ job: Job) -> PrefetchTable.ID? {
        let source = Fingerprint(job.request.source.name)
        let admission = change { $0.admit(key: job.key, source: source) }
        if case .start(let id) = admission { return id }
        return nil
    }

    private func run(_ job: Job, _ id: PrefetchTable.ID) async {
        let task = state.withLock { state -> Task<PrefetchOutcome, Never>? in
            guard state.table.isRunning(id) else { return nil }
            // Made under the lock so that whoever cancels finds it; it runs elsewhere.
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
            return state.table.isRunning(id)
        }
        guard isWanted else { return }
        await onEnd?(PrefetchResult(request: job.request, outcome: outcome))
        change { $0.end(id, outcome) }
    }
}

// Whoever holds the batch.
extension PrefetchRun {
    /// Cancels one URL.
    func cancel(_ source: ImageSource) {
        let name = Fingerprint(source.name)
        cancelTasks { $0.cancel(name) }
    }

    /// Ends the batch.
    func cancelAll() { cancelTasks { $0.cancelAll() } }

    /// The progress now and at each change, the latest where the reader is slow.
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

    /// Changes the table and tells who watches, in the order of the changes.
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
    /// What a URL of a batch is cancelled by.
    fileprivate var name: String {
        switch self {
        case .url(let text): "url " + ((try? HTTPAddress(text))?.url ?? text)
        case .file(let path): "file " + path
        case .data(let bytes): "data " + bytes.digest
        }
    }
}
