import Synchronization
import WebImageLoading
package import WebImageRuntime

package typealias SharedImages = SharedWork<LoadKey, PipelineResponse, ImageLoadUpdate, ImageError>
typealias SharedTransfers = SharedWork<LoadKey, LoadedData, TransferUpdate, ImageError>

/// The objects that a pipeline and its copies share: work under way, and its executors.
package final class PipelineShared: Sendable {
    /// The images that are being made.
    package let images = SharedImages()
    /// The bytes that are being loaded from their origin.
    let transfers = SharedTransfers()
    /// The callers of each load of bytes that no image is made of.
    private let byteLoads = Mutex<[LoadKey: Int]>([:])
    /// Loaded bytes of which images are being made.
    let live = LiveTable<LoadKey, LoadedData>()
    private let stores = Atomic<UInt64>(0)
    /// The entries that are being stored after responses.
    package let writes = PendingWrites()
    /// The executor of decoding, transforming and encoding.
    let work: WorkExecutor
    let decodeThreads: Int
    /// The executor of file I/O.
    package let io: WorkExecutor
    /// Transfers with interceptors, which may block.
    let interception: WorkExecutor

    /// The most interceptors that may block at once before other intercepted loads wait: 64, which
    /// is the default number of transfers.
    static let maxInterceptionThreads = 64

    /// The slots of transfers.
    package let gate: Gate
    package let memory: MemoryShares

    /// The number of originals that were stored; a change means that a look on disk may find more.
    var storeCount: UInt64 { stores.load(ordering: .acquiring) }

    func countStore() { stores.wrappingAdd(1, ordering: .releasing) }

    /// The number of images that are being made, and of loads of bytes alone.
    var runningCount: Int { images.count + byteLoads.withLock { $0.count } }

    /// The loads of bytes under way, and the images that wait for them.
    package var transferCounts: (Int, Int) { (transfers.count, transfers.waiterCount) }

    func cancelAll() {
        images.abandonAll(with: .cancelled)
        transfers.abandonAll(with: .cancelled)
    }

    /// Counts a load of bytes alone until it ends.
    func countingAsRunning<Value: Sendable>(
        _ key: LoadKey, _ load: () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        byteLoads.withLock { $0[key, default: 0] += 1 }
        defer {
            byteLoads.withLock { loads in
                loads[key] = loads[key].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
        }
        return try await load()
    }

    init(decodeThreads: Int, ioThreads: Int, limits: PipelineLimits) {
        let load = limits.load
        self.decodeThreads = decodeThreads
        gate = Gate(
            capacity: load.maxTransfers, limitPerGroup: load.maxTransfersPerHost,
            order: load.transferOrder, reservesSlot: true)
        memory = MemoryShares(
            budget: limits.memoryBudget, settingName: limits.memoryBudgetName,
            decodeThreads: decodeThreads, transfers: load.maxTransfers)
        work = WorkExecutor(maxThreads: decodeThreads)
        io = WorkExecutor(maxThreads: ioThreads)
        interception = WorkExecutor(maxThreads: Self.maxInterceptionThreads)
    }
}
