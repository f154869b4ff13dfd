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

    /// Returns the numbers of pixels that share a sample in a row and in a column.
    ///
    /// - Parameter quality: The quality, which chooses if the settings do not: full resolution from
    ///   90.
    package func factors(quality: Int) -> (x: Int32, y: Int32) {
        switch self {
        case .automatic: quality < 90 ? (2, 2) : (1, 1)
        case .none: (1, 1)
        case .horizontal: (2, 1)
        case .both: (2, 2)
        }
    }
}
