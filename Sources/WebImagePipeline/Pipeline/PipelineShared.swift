/// What a pipeline and its copies share: work under way, and the threads it runs on.
final class PipelineShared: Sendable {
    /// Equal images that are being looked for where bytes are already. In a table of their own: the
    /// end of a look-up is no reason to look again.
    let lookups = SingleFlight<FlightKey, ImageResponse, ImageFlightUpdate>()
    /// Equal images that are being made of bytes from their origin.
    let images = SingleFlight<FlightKey, ImageResponse, ImageFlightUpdate>()
    /// Equal bytes that are being loaded.
    let transfers = SingleFlight<FlightKey, LoadedData, TransferUpdate>()
    /// Bytes that somebody is still making an image of.
    let live = LiveTable<FlightKey, LoadedData>()
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
            limit: limits.maxTransfers, limitPerHost: limits.maxTransfersPerHost,
            order: limits.transferOrder)
        work = WorkExecutor(maxThreads: decodeThreads)
        io = WorkExecutor(maxThreads: ioThreads)
    }
}
