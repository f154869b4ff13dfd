/// The number of pixels that share one colour sample.
public enum ChromaSubsampling: Hashable, Sendable {
    /// The codec's choice by quality.
    case automatic
    /// One colour sample for each pixel (4:4:4).
    case none
    /// One for two pixels of a row (4:2:2).
    case horizontal
    /// One for two by two pixels (4:2:0).
    case both
}
