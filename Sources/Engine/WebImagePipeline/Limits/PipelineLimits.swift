import WebImageCaching
public import WebImageCoding
public import WebImageLoading

/// The limits of pictures, transfers and memory of a pipeline.
public struct PipelineLimits: Hashable, Sendable {
    /// Sizes of pictures.
    public var decode: DecodeLimits
    /// Sizes, times and numbers of transfers.
    public var load: LoadLimits
    /// The most bytes of work in flight; by default a quarter of the process's memory.
    ///
    /// It counts bodies in transfer and pictures that are decoded, transformed or encoded. Work
    /// without room waits, the highest priority first. A picture larger than the budget is made
    /// alone; one that needs more than twice the budget is refused (`CodecError.limit`). Delivered
    /// pictures do not count: the memory cache has a separate limit.
    public var memoryBudget: Int
    /// The name of the setting of ``memoryBudget``, for errors; of a program that sets it
    /// otherwise, its own.
    package var memoryBudgetName = "PipelineLimits.memoryBudget"

    /// Creates limits, with the documented defaults for omitted parameters.
    ///
    /// - Parameters:
    ///   - decode: The limits of decoding.
    ///   - load: The limits of loading.
    ///   - memoryBudget: The most bytes of memory for loads at once; nil for a quarter of the
    ///     process's memory.
    public init(
        decode: DecodeLimits = DecodeLimits(), load: LoadLimits = LoadLimits(),
        memoryBudget: Int? = nil
    ) {
        self.decode = decode
        self.load = load
        self.memoryBudget = memoryBudget ?? MemoryBudget.work
    }
}
