package import WebImageRuntime

/// How much of a pipeline is under way; all zero when nobody waits for anything.
package struct PipelineWork: Hashable, Sendable {
    /// Images that are being made.
    package var images = 0
    /// Bytes that are being loaded.
    package var transfers = 0
    /// Callers that wait for images, and images that wait for bytes.
    package var waiters = 0
    /// Transfers that have a slot.
    package var admitted = 0
    /// Transfers that wait for a slot.
    package var queued = 0
    /// Bodies and pictures that wait for memory.
    package var awaitingMemory = 0
    /// Bodies that wait for a decoder.
    package var awaitingDecoder = 0
    /// Keys that are being stored.
    package var writes = 0

    /// Nothing.
    package init() {}
}

extension ImagePipeline {
    /// What is under way in this pipeline and its copies, for tests.
    package var work: PipelineWork {
        let shared = stages.shared
        var work = PipelineWork()
        (work.images, work.transfers) = (shared.images.count, shared.transfers.count)
        work.waiters = shared.images.waiterCount + shared.transfers.waiterCount
        (work.admitted, work.queued) = transferCounts
        work.awaitingMemory = shared.memory.waitingCount
        work.awaitingDecoder = shared.backlog.current.count
        work.writes = shared.writes.count
        return work
    }

    /// The memory that work in flight holds: bodies, previews, work, and the seats of pictures.
    package var memoryUsage:
        (
            bodies: Gate.Usage, previews: Gate.Usage, work: Gate.Usage,
            pictures: Gate.Usage
        )
    {
        let memory = stages.shared.memory
        return (
            memory.bodies.usage, memory.previews.usage, memory.work.usage, memory.pictures.usage
        )
    }
}
