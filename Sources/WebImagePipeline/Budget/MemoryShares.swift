/// A pipeline's memory budget, in three shares that never wait for each other.
///
/// A body waits for the picture to be decoded that is made of it, and a preview for its body: in
/// one account each could hold what the other waits for. So bodies have a quarter of the budget,
/// previews an eighth, and decoding, transforming and encoding the rest. How long a body will be is
/// known when its head is there: until then it takes little, and the half that is kept free of
/// newcomers is for what it wants then.
///
/// Bodies have no more than keeps the decoders busy, though: an origin nearby sends faster than
/// pictures are decoded, and what came early would only lie there. The work has the difference.
final class MemoryShares: Sendable {
    /// Bodies on their way, and those that are there until their pictures are made.
    let bodies: MemoryGate
    /// Pictures that are decoded while their bytes arrive.
    let previews: MemoryGate
    /// Pictures that are decoded, transformed or encoded.
    let work: MemoryGate

    private let mostForBodies: Int

    /// Shares of a budget for so many decoders.
    init(budget: Int, decodeThreads: Int) {
        mostForBodies = max(64, 16 * min(decodeThreads, 1 << 20)) << 20
        let bodies = min(budget / 4, mostForBodies)
        self.bodies = MemoryGate(limit: bodies, reservesHalf: true)
        previews = MemoryGate(limit: budget / 8)
        work = MemoryGate(limit: budget - bodies - budget / 8)
    }

    /// How many claims wait.
    var waitingCount: Int {
        bodies.usage.waitingCount + previews.usage.waitingCount + work.usage.waitingCount
    }

    /// Shares out another budget from now on.
    func setBudget(_ budget: Int) {
        let bodies = min(budget / 4, mostForBodies)
        self.bodies.setLimit(bodies)
        previews.setLimit(budget / 8)
        work.setLimit(budget - bodies - budget / 8)
    }
}
