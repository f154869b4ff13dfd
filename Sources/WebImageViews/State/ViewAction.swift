public import WebImagePipeline
public import WebImagePixels

/// What ``ImageViewState`` wants done; in the order it says.
public enum ViewAction: Sendable {
    /// Look into memory for the picture in that size (nil for its own), and tell
    /// ``ImageViewState/looked(for:_:)`` at once.
    case lookUp(attempt: UInt64, size: PixelSize?)
    /// Load what was looked for.
    case start(attempt: UInt64)
    /// Stop loading it; nothing is told of it any more.
    case cancel(attempt: UInt64)
    /// Show this.
    case show(SlotContent, transition: ImageTransition?)
    /// Show this indicator.
    case indicate(IndicatorState)
    /// Tell ``ImageViewState/fired(_:of:)`` after that time, instead of a former wish of this kind.
    case wake(ViewTimer, load: UInt64, after: Duration)
    /// Tell whoever asked for the load how it ended, once.
    case end(load: UInt64, Result<ImageResponse, ImageError>)
}

/// What a view's state waits for besides the load.
public enum ViewTimer: Hashable, Sendable, CaseIterable {
    /// The placeholder is late enough.
    case placeholder
    /// The load takes long enough for an indicator.
    case indicator
    /// The transition is over.
    case transition
    /// The view has kept its larger size.
    case growth
}

/// What memory has of a picture.
public enum MemoryAnswer: Sendable {
    /// Nothing.
    case miss
    /// The picture, for the time until the origin has answered.
    case meanwhile(ImageResponse)
    /// The picture.
    case hit(ImageResponse)
}
