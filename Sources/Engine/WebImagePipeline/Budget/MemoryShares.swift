import Synchronization
import WebImageCoding
package import WebImageRuntime

/// A pipeline's memory budget in shares that never wait for each other.
///
/// A body waits for its picture to be decoded, and a preview for its body: in one share each could
/// hold the memory that the other waits for. So bodies have a quarter of the budget, but no more
/// than keeps the decoders busy and lets all transfers begin; previews have an eighth, and
/// decoding, transforming and encoding the rest. A body holds what has come of it and up to 1 MB
/// more, whatever it announces. Half of the share is kept for growth: one that fills the other half
/// and stalls keeps others out.
///
/// Work that needs more than its share runs alone, up to twice the budget; beyond that it is
/// refused.
package final class MemoryShares: Sendable {
    /// The memory of bodies from their arrival until their pictures are decoded.
    package let bodies: Gate
    /// The memory of bodies that are read from disk as a whole, until they are decoded.
    ///
    /// A separate share, as large as ``bodies``: in one share with transfers a hit on disk would
    /// wait for the slowest origin.
    package let storedBodies: Gate
    /// The memory of pictures that are decoded while their bytes arrive.
    package let previews: Gate
    /// The memory of decoding, transforming and encoding.
    package let work: Gate

    private let mostForBodies: Int
    private let budget: Atomic<Int>
    /// The name of the setting of the budget, for errors.
    private let settingName: String

    /// - Parameter transfers: The most transfers at once.
    init(budget: Int, settingName: String, decodeThreads: Int, transfers: Int) {
        self.budget = Atomic(budget)
        self.settingName = settingName
        let decoding = max(24, 8 * min(decodeThreads, 1 << 20)) << 20
        mostForBodies = max(decoding, 2 * Permit.firstByteCount * min(transfers, 1 << 20))
        let bodies = min(budget / 4, mostForBodies)
        self.bodies = Gate(capacity: bodies, reservesHalf: true)
        storedBodies = Gate(capacity: bodies)
        previews = Gate(capacity: budget / 8)
        work = Gate(capacity: budget - bodies - budget / 8)
    }

    package func setBudget(_ budget: Int) {
        self.budget.store(budget, ordering: .relaxed)
        let bodies = min(budget / 4, mostForBodies)
        self.bodies.setCapacity(bodies)
        storedBodies.setCapacity(bodies)
        previews.setCapacity(budget / 8)
        work.setCapacity(budget - bodies - budget / 8)
    }

    /// Refuses work that needs more than twice the budget: alone it could end the process.
    ///
    /// - Parameter byteCount: The bytes of all memory that it needs at once.
    /// - Throws: `CodecError.limit` with both numbers and the name of the setting.
    func check(_ byteCount: Int) throws(CodecError) {
        let budget = budget.load(ordering: .relaxed)
        guard byteCount > DecodeLimits.product(max(budget, 0), 2) else { return }
        throw .limit(
            "the picture needs \(byteCount) bytes of memory, more than twice the \(budget) of "
                + settingName)
    }
}
