import WebImageLoading
package import WebImagePipeline
package import WebImageRuntime

/// The work of a pipeline under way; all zero when it is idle.
package struct PipelineWork: Hashable, Sendable {
    package var images = 0
    package var transfers = 0
    /// The callers that wait for images, and the images that wait for bytes.
    package var waiters = 0
    /// The transfers that have a slot.
    package var admitted = 0
    package var queued = 0
    /// The bodies and pictures that wait for memory.
    package var awaitingMemory = 0
    /// The keys that are being stored.
    package var writes = 0

    package init() {}
}

// The work of a pipeline and its copies, and its limits.
extension ImagePipeline {
    package var work: PipelineWork {
        let shared = stages.shared
        let gates = [
            memoryUsage.bodies, memoryUsage.storedBodies, memoryUsage.previews, memoryUsage.work,
        ]
        var work = PipelineWork()
        (work.images, work.transfers) = (shared.images.count, shared.transferCounts.0)
        work.waiters = shared.images.waiterCount + shared.transferCounts.1
        (work.admitted, work.queued) = transferCounts
        work.awaitingMemory = gates.reduce(0) { $0 + $1.waitingCount }
        work.writes = shared.writes.count
        return work
    }

    /// The memory that work under way holds.
    package var memoryUsage:
        (
            bodies: Gate.Usage, storedBodies: Gate.Usage, previews: Gate.Usage, work: Gate.Usage
        )
    {
        let memory = stages.shared.memory
        return (
            memory.bodies.usage, memory.storedBodies.usage, memory.previews.usage,
            memory.work.usage
        )
    }

    /// Transfers under way, and those that wait for a slot.
    package var transferCounts: (active: Int, waiting: Int) {
        let usage = stages.shared.gate.usage
        return (usage.holderCount, usage.waitingCount)
    }

    /// Returns the number of transfers of a priority that wait for a slot.
    package func waitingTransferCount(_ priority: LoadPriority) -> Int {
        stages.shared.gate.waitingCount(of: priority)
    }

    package func limitMemory(to byteCount: Int) { stages.shared.memory.setBudget(byteCount) }

    package func limitTransfers(
        to count: Int, perHost countPerHost: Int, order: TransferOrder = .firstComeFirst
    ) {
        stages.shared.gate.setCapacity(count, limitPerGroup: countPerHost, order: order)
    }
}
