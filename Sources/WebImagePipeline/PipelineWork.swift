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

extension ImagePipeline {
    /// The work under way in this pipeline and its copies, for tests.
    package var work: PipelineWork {
        let shared = stages.shared
        var work = PipelineWork()
        (work.images, work.transfers) = (shared.images.count, shared.transfers.count)
        work.waiters = shared.images.waiterCount + shared.transfers.waiterCount
        (work.admitted, work.queued) = transferCounts
        work.awaitingMemory = shared.memory.waitingCount
        work.writes = shared.writes.count
        return work
    }

    /// The memory that work under way holds: bodies, previews and work.
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
}
