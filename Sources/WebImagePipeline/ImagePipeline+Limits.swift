public import WebImageRuntime

extension ImagePipeline {
    /// The executor that decodes frames of an animation, with the pictures of this pipeline.
    package var workExecutor: WorkExecutor { stages.shared.work }

    /// Transfers under way, and those that wait for a slot, of this pipeline and its copies.
    package var transferCounts: (active: Int, waiting: Int) {
        let usage = stages.shared.gate.usage
        return (usage.holderCount, usage.waitingCount)
    }

    /// Returns the number of transfers of a priority that wait for a slot.
    package func waitingTransferCount(_ priority: LoadPriority) -> Int {
        stages.shared.gate.waitingCount(of: priority)
    }

    /// The number of pictures that this pipeline and its copies decode at once.
    ///
    /// A program with many images asks for a few times as many at once: that keeps the decoders busy, and
    /// more would only take memory.
    public var decodeThreads: Int { stages.shared.decodeThreads }

    /// Changes how much memory work in flight uses at once, for this pipeline and all its copies.
    ///
    /// Work under way goes on, also beyond a lower budget; what waits starts when there is room.
    public func limitMemory(to byteCount: Int) { stages.shared.memory.setBudget(byteCount) }

    /// Changes how many transfers run at once, for this pipeline and all its copies.
    ///
    /// Transfers under way go on, also beyond a lower limit; waiting ones start when there is room.
    ///
    /// - Parameters:
    ///   - count: In all, at least one.
    ///   - countPerHost: From one host, at least one.
    ///   - order: The order of transfers that wait with the same priority.
    public func limitTransfers(
        to count: Int, perHost countPerHost: Int, order: TransferOrder = .firstComeFirst
    ) {
        stages.shared.gate.setCapacity(count, limitPerGroup: countPerHost, order: order)
    }
}
