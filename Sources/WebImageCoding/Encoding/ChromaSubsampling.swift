/// How many pixels share one sample of colour.
public enum ChromaSubsampling: Hashable, Sendable {
    /// The codec's choice by quality.
    case automatic
    /// Every pixel has its own (4:4:4).
    case none
    /// Two pixels of a row share one (4:2:2).
    case horizontal
    /// Two by two pixels share one (4:2:0).
    case both
}
