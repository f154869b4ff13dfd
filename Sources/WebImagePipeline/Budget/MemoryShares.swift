import WebImageRuntime

/// A pipeline's memory budget, in three shares that never wait for each other, and the seats of
/// pictures on their way to who asked for them.
///
/// A body waits for the picture to be decoded that is made of it, and a preview for its body: in
/// one account each could hold what the other waits for. So bodies have a quarter of the budget,
/// previews an eighth, and decoding, transforming and encoding the rest. How long a body will be is
/// known when its head is there: until then it takes little, and the half that is kept free of
/// newcomers is for what it wants then.
///
/// Bodies have no more than keeps the decoders busy, though: an origin nearby sends faster than
/// pictures are decoded, and what came early would only lie there. The work has the difference.
///
/// A picture has a seat from the beginning of its decoding until somebody who asked for it goes on
/// with it: else the decoders would run ahead of a thousand tasks that wait for a processor.
final class MemoryShares: Sendable {
    /// Bodies on their way, and those that are there until their pictures are made.
    let bodies: Gate
    /// Bodies over 1 MB that are read from disk as a whole, until their pictures are made.
    ///
    /// A share of its own, as large as that of ``bodies``: it is waited for only until other such
    /// bodies are decoded. In one share with transfers a large body would wait until the slowest
    /// origin has sent its last byte.
    let wholeBodies: Gate
    /// Pictures that are decoded while their bytes arrive.
    let previews: Gate
    /// Pictures that are decoded, transformed or encoded.
    let work: Gate
    /// Pictures that are made, or were made and have not reached anybody yet.
    let pictures: Gate

    /// What a picture takes of the seats at most: however large they are, all decoders have one.
    private static let seatByteCount = 8 << 20

    private let mostForBodies: Int

    /// Shares of a budget for so many decoders.
    init(budget: Int, decodeThreads: Int) {
        mostForBodies = max(64, 16 * min(decodeThreads, 1 << 20)) << 20
        let bodies = min(budget / 4, mostForBodies)
        self.bodies = Gate(capacity: bodies, reservesHalf: true)
        wholeBodies = Gate(capacity: bodies)
        previews = Gate(capacity: budget / 8)
        work = Gate(capacity: budget - bodies - budget / 8)
        // One more than the decoders, so that none of them waits for a picture to be fetched.
        pictures = Gate(
            capacity: (min(decodeThreads, 1 << 20) + 1) * Self.seatByteCount)
    }

    /// How many claims wait.
    var waitingCount: Int {
        [bodies, wholeBodies, previews, work, pictures].reduce(0) { $0 + $1.usage.waitingCount }
    }

    /// What a picture of so many bytes takes of the seats.
    static func seat(ofPicture byteCount: Int) -> Int { min(byteCount, seatByteCount) }

    /// Shares out another budget from now on.
    func setBudget(_ budget: Int) {
        let bodies = min(budget / 4, mostForBodies)
        self.bodies.setCapacity(bodies)
        wholeBodies.setCapacity(bodies)
        previews.setCapacity(budget / 8)
        work.setCapacity(budget - bodies - budget / 8)
    }
}
