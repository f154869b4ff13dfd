public import WebImageCoding

/// What a pipeline refuses, and how much it does at once.
public struct PipelineLimits: Hashable, Sendable {
    /// Sizes of pictures.
    public var decode: DecodeLimits
    /// Sizes, times and numbers of transfers.
    public var load: LoadLimits

    /// The documented defaults where nothing is given.
    public init(decode: DecodeLimits = DecodeLimits(), load: LoadLimits = LoadLimits()) {
        self.decode = decode
        self.load = load
    }
}
