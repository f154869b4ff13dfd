import WebImageLoading
package import WebImageRuntime

extension ImagePipeline {
    /// The executor that decodes frames of an animation, with the pictures of this pipeline.
    package var workExecutor: WorkExecutor { stages.shared.work }

    /// The number of pictures that this pipeline and its copies decode at once.
    ///
    /// A program with many images asks for a few times as many at once: that keeps the decoders
    /// busy, and more would only take memory.
    public var decodeThreads: Int { stages.shared.decodeThreads }

    /// Changes the limits.
    ///
    /// The numbers of transfers, their order and the memory budget hold at once for this pipeline
    /// and all its copies, which share slots and memory, if they differ from those of this value
    /// before. Work under way goes on, also beyond a lower limit. All other limits hold for later
    /// requests of this value, whose loads are then shared with copies no longer.
    public mutating func setLimits(_ limits: PipelineLimits) {
        let (former, load) = (self.limits, limits.load)
        replaceLimits(limits)
        // A copy that changes another limit leaves the shared ones as they are.
        if !load.hasTransferLimits(of: former.load) {
            stages.shared.gate.setCapacity(
                load.maxTransfers, limitPerGroup: load.maxTransfersPerHost,
                order: load.transferOrder)
        }
        if limits.memoryBudget != former.memoryBudget {
            stages.shared.memory.setBudget(limits.memoryBudget)
        }
    }

    /// Applies `change` to the limits; see ``setLimits(_:)-(PipelineLimits)``.
    ///
    /// ```swift
    /// pipeline.setLimits { $0.load.networkPolicy = NetworkPolicy() }
    /// ```
    public mutating func setLimits(_ change: (inout PipelineLimits) -> Void) {
        var limits = limits
        change(&limits)
        setLimits(limits)
    }
}
