import WebImageCaching
public import WebImageCoding
public import WebImageLoading

/// What a pipeline refuses, and how much it does at once.
public struct PipelineLimits: Hashable, Sendable {
    /// Sizes of pictures.
    public var decode: DecodeLimits
    /// Sizes, times and numbers of transfers.
    public var load: LoadLimits
    /// The bytes that work in flight may use at once, a quarter of what the process may use by
    /// default.
    ///
    /// Bodies on their way, pictures that are decoded, transformed or encoded: what finds no room
    /// waits, the keenest first. A picture that needs more than all of it is made when nothing else
    /// is. What was delivered is the caller's, or the memory cache's, which has a limit of its own.
    public var memoryBudget: Int

    /// The documented defaults where nothing is given.
    public init(
        decode: DecodeLimits = DecodeLimits(), load: LoadLimits = LoadLimits(),
        memoryBudget: Int? = nil
    ) {
        self.decode = decode
        self.load = load
        self.memoryBudget = memoryBudget ?? MemoryBudget.work
    }
}
