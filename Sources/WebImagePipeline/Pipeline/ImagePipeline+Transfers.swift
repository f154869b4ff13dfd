extension ImagePipeline {
    /// Transfers under way, and those that wait for a slot, of this pipeline and its copies.
    package var transferCounts: (active: Int, waiting: Int) { shared.gate.counts }

    /// How many transfers of a priority wait for a slot.
    package func waitingTransferCount(_ priority: LoadPriority) -> Int {
        shared.gate.waitingCount(of: priority)
    }
}
