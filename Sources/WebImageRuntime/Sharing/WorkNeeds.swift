/// The outputs of shared work that are kept; the work says what each of them is.
package struct WorkOutputs: OptionSet, Hashable, Sendable {
    /// One bit for each output.
    package let rawValue: UInt8

    /// Creates a set of outputs.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What one caller needs of work it shares, or all callers of it together.
///
/// Work that is shared does what its callers need in union: it has the priority of the keenest,
/// keeps what any of them wants kept, shows previews as often as the most curious one wants, and
/// stands still only when all of them are suspended.
package struct WorkNeeds: Hashable, Sendable {
    /// How soon it is wanted.
    package var priority: LoadPriority
    /// What is kept of it, and where.
    package var keeping: WorkOutputs
    /// The least time between two previews, nil for none.
    package var previewInterval: Duration?
    /// Whether it is to stand still.
    package var isSuspended: Bool
    /// Whether its bytes are wanted for nothing but the whole picture made of them: then they need not
    /// come before a decoder has time for them.
    ///
    /// Not so where somebody looks on while they come, or where a mere confirmation is likely.
    package var isForPixels: Bool

    /// The needs of one caller.
    package init(
        priority: LoadPriority = .normal, keeping: WorkOutputs = WorkOutputs(),
        previewInterval: Duration? = nil, isSuspended: Bool = false, isForPixels: Bool = false
    ) {
        self.priority = priority
        self.keeping = keeping
        self.previewInterval = previewInterval
        self.isSuspended = isSuspended
        self.isForPixels = isForPixels
    }

    /// What both need together.
    package func union(_ other: WorkNeeds) -> WorkNeeds {
        WorkNeeds(
            priority: max(priority, other.priority), keeping: keeping.union(other.keeping),
            previewInterval: Self.least(previewInterval, other.previewInterval),
            isSuspended: isSuspended && other.isSuspended,
            isForPixels: isForPixels && other.isForPixels)
    }

    private static func least(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

/// Needs as they became at some moment; of two from one place the greater revision is the later.
package struct NeedsUpdate: Hashable, Sendable {
    /// What is needed.
    package var needs: WorkNeeds
    /// Grows with each change.
    package var revision: UInt64

    /// Needs that count from that revision on.
    package init(_ needs: WorkNeeds, revision: UInt64 = 0) {
        self.needs = needs
        self.revision = revision
    }
}

/// The needs of many, and their union.
///
/// Callers whose needs are equal are counted, so that a change costs no more than there are
/// different needs among thousands of callers.
package struct NeedsTally {
    // A list: there are few different ones, mostly one.
    private var counts: [(needs: WorkNeeds, count: Int)] = []
    /// What all need together; nil before the first is added, unchanged by the last one's leaving.
    package private(set) var union: WorkNeeds?

    /// Nobody needs anything.
    package init() {}

    /// Takes in what one more needs.
    package mutating func add(_ needs: WorkNeeds) {
        union = counts.isEmpty ? needs : union?.union(needs)
        if let index = index(of: needs) {
            counts[index].count += 1
        } else {
            counts.append((needs, 1))
        }
    }

    /// Takes out what one needed.
    package mutating func remove(_ needs: WorkNeeds) {
        guard let index = index(of: needs) else { return }
        counts[index].count -= 1
        guard counts[index].count == 0 else { return }
        counts.remove(at: index)
        guard let first = counts.first else { return }
        union = counts.dropFirst().reduce(first.needs) { $0.union($1.needs) }
    }

    /// Replaces what one needs.
    package mutating func replace(_ former: WorkNeeds, by needs: WorkNeeds) {
        // First in, then out: what nobody else needs must not be lost in between.
        add(needs)
        remove(former)
    }

    private func index(of needs: WorkNeeds) -> Int? { counts.firstIndex { $0.needs == needs } }
}
