import Synchronization

/// What a pipeline and its copies share: work under way, and the threads it runs on.
final class PipelineShared: Sendable {
    /// Equal images that are being made, by pipeline, key and cache policy.
    let images = SingleFlight<FlightKey, ImageResponse, ImageFlightUpdate, PreviewPolicy>()
    /// Equal bytes that are being loaded, by pipeline, key and cache policy.
    let transfers = SingleFlight<FlightKey, LoadedData, TransferUpdate, Void>()
    /// Bytes that somebody is still making an image of.
    let live = LiveTable<FlightKey, LoadedData>()
    /// How many images were stored: a change means that the disk may hold what it did not.
    let commits = Atomic<UInt64>(0)
    /// What is being stored behind answers.
    let writes = PendingWrites()
    /// Decoding, transforming, encoding.
    let work: WorkExecutor
    /// File I/O.
    let io: WorkExecutor

    /// Who may transfer now.
    let gate: TransferGate

    init(decodeThreads: Int, ioThreads: Int, limits: LoadLimits) {
        gate = TransferGate(
            limit: limits.maxTransfers, limitPerHost: limits.maxTransfersPerHost)
        work = WorkExecutor(maxThreads: decodeThreads)
        io = WorkExecutor(maxThreads: ioThreads)
    }
}

/// Names a flight: work is shared only between requests that agree in all of it.
package struct FlightKey: Hashable, Sendable {
    /// The stages of the pipeline: a copy with another stage has another number.
    let pipeline: UInt64
    /// What is made.
    let key: CacheKey
    /// Whether caches may answer.
    let policy: CachePolicy
    /// Which caches were asked.
    let read: ReadPolicy
    /// What is kept; the bytes of a transfer serve every policy.
    let store: Keeping?
    /// Whether a remembered failure is no answer.
    let retries: Bool
    /// The request's own interceptors.
    let interceptors: [String]
    /// What the request says to caches, which is in no key.
    var directives: [String] = []
}
