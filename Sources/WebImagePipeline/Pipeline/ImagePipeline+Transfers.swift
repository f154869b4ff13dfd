extension ImagePipeline {
    /// Changes how many transfers run at once, for this pipeline and all its copies.
    ///
    /// Transfers under way go on, also beyond a lower limit; waiting ones start when there is room.
    ///
    /// - Parameters:
    ///   - count: In all, at least one.
    ///   - countPerHost: From one host, at least one.
    ///   - order: Who goes first among those that wait with the same priority.
    public func limitTransfers(
        to count: Int, perHost countPerHost: Int, order: TransferOrder = .firstComeFirst
    ) {
        shared.gate.setLimits(count, perHost: countPerHost, order: order)
    }
}
