import WebImage

/// The sources of a run in their order: those that are known, then those of a list that is read on
/// demand.
struct SourceFeed: Sendable {
    /// The memory of the sources of a list.
    enum Memory: Sendable {
        /// Nothing, so that a list may have any number of entries.
        case nothing
        /// Names, of which no two are equal.
        case names
    }

    /// The entries that are known, the next one last.
    private var ready: [SourceEntry] = []
    private var list: ListEntries?
    private let memory: Memory
    /// Called with the number of each source, in order, before any source after it is taken.
    private let onSource: @Sendable (Int, Source) -> Void
    private var count = 0
    /// The number of sources; nil if a list is read on demand.
    let total: Int?

    /// Creates the feed of known entries, and of a list after them.
    init(
        _ entries: [SourceEntry], then list: ListEntries? = nil, memory: Memory = .nothing,
        onSource: @escaping @Sendable (Int, Source) -> Void = { _, _ in }
    ) {
        self.list = list
        self.memory = memory
        self.onSource = onSource
        total = list == nil ? entries.count { $0.source != nil } : nil
        admit(entries)
    }

    /// Creates the feed of sources that are known.
    init(_ sources: [Source]) { self.init(sources.map { SourceEntry(.source($0)) }) }

    /// `true` if there is nothing more to read.
    var isAtEnd: Bool { list == nil }

    /// Returns the next known entry; nil if there is none.
    mutating func next() -> SourceEntry? { ready.popLast() }

    /// Reads on, to some entries or the end; blocks.
    ///
    /// From the first path on, the list is read to its end if its names are remembered: an output
    /// may have the path of any later source.
    mutating func read() throws(SourceFailure) {
        guard var list else { return }
        self.list = nil
        var entries = try list.piece()
        if memory == .names {
            if entries.contains(where: { $0.source?.path != nil }) {
                entries += try list.rest(isStrict: false)
            }
            try list.checkCount()
        }
        if !list.isAtEnd { self.list = list }
        admit(entries)
    }

    private mutating func admit(_ entries: [SourceEntry]) {
        var admitted: [SourceEntry] = []
        for var entry in entries {
            entry.index = count
            count += 1
            if var source = entry.source {
                if total != 1 { source.place = "source \(count)" }
                entry.content = .source(source)
                onSource(entry.index, source)
            }
            admitted.append(entry)
        }
        ready = admitted.reversed() + ready
    }
}
