/// Processes the entries of a feed, some at once, and delivers the results in the order of the
/// entries, or as they come.
struct Window {
    /// The most results that wait for one before them; no further entry is taken then.
    private static let waitingLimit = 10_000

    /// The number of sources at once: of files, and once a URL is among them.
    let width: (files: Int, urls: Int)
    let isOrdered: Bool
    /// The threads that read a list.
    let files: FileThreads

    private enum Event<Value: Sendable>: Sendable {
        case read(SourceFeed, SourceFailure?)
        case done(SourceEntry, Value)
    }

    private struct State<Value: Sendable> {
        /// Nil while a list is read.
        var feed: SourceFeed?
        var width: Int
        var started = 0
        var running = 0
        var reported = 0
        var waiting: [Int: (SourceEntry, Value)] = [:]

        var mayStart: Bool { running < width && started - reported < Window.waitingLimit }
    }

    /// Runs `work` on each entry; calls `each` in order once an entry and all before it are done,
    /// or at once.
    ///
    /// - Returns: The reason that a list could not be read to its end; nil if it was.
    func run<Value: Sendable>(
        _ feed: SourceFeed, work: @escaping @Sendable (SourceEntry) async -> Value,
        each: (SourceEntry, Value) -> Void
    ) async -> SourceFailure? {
        await withTaskGroup(of: Event<Value>.self) { group in
            var state = State<Value>(feed: feed, width: width.files)
            var failure: SourceFailure?
            while true {
                start(&state, &group, work)
                switch await group.next() {
                case nil: return failure
                case .read(let feed, let reason):
                    state.feed = feed
                    failure = reason
                case .done(let entry, let value):
                    state.running -= 1
                    report(entry, value, &state, each)
                }
            }
        }
    }

    /// Starts as many entries as may run; reads on if there are too few.
    private func start<Value>(
        _ state: inout State<Value>, _ group: inout TaskGroup<Event<Value>>,
        _ work: @escaping @Sendable (SourceEntry) async -> Value
    ) {
        // Taken out, since a second reference would copy what is ready at each start.
        guard var feed = state.feed.take() else { return }
        while state.mayStart, let entry = feed.next() {
            if entry.source?.kind == .url { state.width = width.urls }
            state.started += 1
            state.running += 1
            group.addTask { .done(entry, await work(entry)) }
        }
        guard state.mayStart, !feed.isAtEnd else {
            state.feed = feed
            return
        }
        group.addTask { [feed, files] in await Self.read(feed, on: files) }
    }

    private static func read<Value>(
        _ feed: SourceFeed, on files: FileThreads
    ) async -> Event<Value> {
        await files.run {
            var feed = feed
            do throws(SourceFailure) {
                try feed.read()
                return .read(feed, nil)
            } catch {
                return .read(feed, error)
            }
        }
    }

    private func report<Value>(
        _ entry: SourceEntry, _ value: Value, _ state: inout State<Value>,
        _ each: (SourceEntry, Value) -> Void
    ) {
        guard isOrdered else {
            state.reported += 1
            return each(entry, value)
        }
        state.waiting[entry.index] = (entry, value)
        while let (entry, value) = state.waiting.removeValue(forKey: state.reported) {
            each(entry, value)
            state.reported += 1
        }
    }
}
