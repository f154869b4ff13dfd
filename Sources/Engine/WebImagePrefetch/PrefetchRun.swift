import Synchronization
import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// The loads of one batch, a limited number at once.
///
/// Its size does not depend on the length of the batch.
final class PrefetchRun: Sendable {
    typealias Feed = @Sendable () async throws -> ImageRequest?

    struct Job: Sendable {
        let request: ImageRequest
        let key: Fingerprint
        let work: @Sendable () async -> PrefetchOutcome
    }

    /// The number of different URLs that are remembered to find duplicates.
    private static let duplicateSpan = 1 << 16

    private struct Load: Sendable {
        /// The fingerprint by which it is cancelled.
        let source: Fingerprint
        let task: Task<PrefetchOutcome, Never>
        /// The outcome, once it is reported.
        var outcome: PrefetchOutcome?
    }

    private struct State: Sendable {
        var progress: PrefetchProgress
        /// The loads under way.
        var running: [UInt64: Load] = [:]
        var unwanted: Set<Fingerprint> = []
        var recent = RecentFingerprints(span: duplicateSpan)
        var lastID: UInt64 = 0
        /// `true` if no load begins any more.
        var isClosed = false

        mutating func count(_ outcome: PrefetchOutcome) {
            switch outcome {
            case .done(let byteCount):
                progress.done += 1
                progress.byteCount += byteCount
            case .skipped: progress.skipped += 1
            case .failed: progress.failed += 1
            case .cancelled: progress.cancelled += 1
            }
        }
    }

    private let state: Mutex<State>
    private let width: Int
    private let prepare: @Sendable (ImageRequest) async -> Job
    private let onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?
    /// The progress now and at each change; a slow reader gets the latest only.
    let updates: AsyncStream<PrefetchProgress>
    private let reader: AsyncStream<PrefetchProgress>.Continuation
    /// Ends with the batch.
    let ended: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init(
        total: Int?, width: Int, prepare: @escaping @Sendable (ImageRequest) async -> Job,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?
    ) {
        state = Mutex(State(progress: PrefetchProgress(total: total)))
        self.width = max(1, width)
        (self.prepare, self.onEnd) = (prepare, onEnd)
        (updates, reader) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (ended, end) = AsyncStream.makeStream()
        reader.yield(progress)
    }

    var progress: PrefetchProgress { state.withLock(\.progress) }

    /// Loads the requests that `next` returns, up to `nil` or until the batch is cancelled.
    func drive(_ next: Feed) async {
        await withTaskGroup(of: Void.self) { group in
            do {
                var startedCount = 0
                while !Task.isCancelled, !progress.isEnded, let request = try await next() {
                    let job = await prepare(request)
                    guard let (id, task) = begin(job) else { continue }
                    group.addTask { await self.end(job, id, task) }
                    startedCount += 1
                    if startedCount >= width { await group.next() }
                }
                close(nil)
            } catch {
                close(error)
            }
        }
    }

    /// Starts a load, unless it is a duplicate or cancelled, or the batch has ended.
    private func begin(_ job: Job) -> (id: UInt64, task: Task<PrefetchOutcome, Never>)? {
        change { state in
            guard !state.isClosed else { return nil }
            guard state.recent.insert(job.key) else {
                state.progress.total? -= 1
                return nil
            }
            let source = Fingerprint(job.request.source.name)
            guard !state.unwanted.contains(source) else {
                state.count(.cancelled)
                return nil
            }
            state.lastID += 1
            // Made under the lock, so that a cancellation finds it; it runs elsewhere.
            let task = Task { await job.work() }
            state.running[state.lastID] = Load(source: source, task: task)
            return (state.lastID, task)
        }
    }

    private func end(_ job: Job, _ id: UInt64, _ task: Task<PrefetchOutcome, Never>) async {
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        guard state.withLock({ ($0.running[id]?.outcome = outcome) != nil }) else { return }
        await onEnd?(job.request, outcome)
        change { state in
            if state.running.removeValue(forKey: id) != nil { state.count(outcome) }
        }
    }

    /// Notes that no load begins any more.
    private func close(_ failure: (any Error)?) {
        change { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.progress.sourceFailure = failure
            state.progress.total = state.progress.ended + state.running.count
        }
    }

    /// Cancels a URL, also one that is still to be read; it counts when it ends.
    func cancel(_ source: ImageSource) {
        let name = Fingerprint(source.name)
        let tasks = change { state in
            state.unwanted.insert(name)
            return state.running.values.filter { $0.source == name }.map(\.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Ends the batch: loads count as cancelled at once, unless their outcome is being reported.
    func cancelAll() {
        let tasks = change { state in
            state.isClosed = true
            let loads = state.running.filter { $0.value.outcome == nil }
            state.running = state.running.filter { $0.value.outcome != nil }
            for _ in loads { state.count(.cancelled) }
            return loads.values.map(\.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Changes the state, and sends the progress to the reader, in the order of the changes.
    @discardableResult
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            guard !state.progress.isEnded else { return body(&state) }
            let value = body(&state)
            state.progress.isEnded = state.isClosed && state.running.isEmpty
            reader.yield(state.progress)
            if state.progress.isEnded {
                reader.finish()
                end.finish()
            }
            return value
        }
    }
}

/// A memory of at least the last `span` different fingerprints, and of at most twice as many.
struct RecentFingerprints: Sendable {
    private let span: Int
    private var newer: Set<Fingerprint> = []
    private var older: Set<Fingerprint> = []

    init(span: Int) { self.span = max(1, span) }

    /// Inserts a fingerprint; returns `false` if it is in the memory already.
    mutating func insert(_ print: Fingerprint) -> Bool {
        guard !newer.contains(print) else { return false }
        let isNew = !older.contains(print)
        newer.insert(print)
        if newer.count > span { (older, newer) = (newer, []) }
        return isNew
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
