import Synchronization
import WebImageLoading
import WebImageRuntime

/// What a pipeline and its copies share: work under way, and the threads it runs on.
package final class PipelineShared: Sendable {
    /// Equal images that are being made.
    let images = SharedWork<LoadKey, MadeImage, ImageLoadUpdate, ImageError>()
    /// Equal bytes that are being loaded from their origin.
    let transfers = SharedWork<LoadKey, LoadedData, TransferUpdate, ImageError>()
    /// Bytes that somebody is still making an image of.
    let live = LiveTable<LoadKey, LoadedData>()
    /// How many images were stored: a change means that the disk may hold what it did not.
    let commits = Atomic<UInt64>(0)
    /// What is being stored behind answers.
    let writes = PendingWrites()
    /// Decoding, transforming, encoding.
    let work: WorkExecutor
    /// How many threads that has.
    let decodeThreads: Int
    /// File I/O.
    let io: WorkExecutor

    /// The slots of transfers.
    let gate: Gate
    /// The bodies that wait for a decoder.
    let backlog: SharedBacklog
    /// The memory of work under way.
    let memory: MemoryShares

    init(decodeThreads: Int, ioThreads: Int, limits: PipelineLimits) {
        let load = limits.load
        self.decodeThreads = decodeThreads
        gate = Gate(
            capacity: load.maxTransfers, limitPerGroup: load.maxTransfersPerHost,
            order: load.transferOrder)
        backlog = SharedBacklog(decoderCount: decodeThreads, transfers: gate)
        memory = MemoryShares(
            budget: limits.memoryBudget, decodeThreads: decodeThreads)
        work = WorkExecutor(maxThreads: decodeThreads)
        io = WorkExecutor(maxThreads: ioThreads)
    }
}
