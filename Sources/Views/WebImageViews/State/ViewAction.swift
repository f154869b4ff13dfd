public import WebImagePipeline
public import WebImagePixels

/// An action that ``ImageViewState`` requests, to be performed in order.
public enum ViewAction: Sendable {
    /// Looks for the picture in memory, in a size or (nil) its own, and calls
    /// ``ImageViewState/looked(for:_:)`` before it returns.
    case lookUp(attempt: UInt64, size: PixelSize?)
    /// Starts the load of the last look-up.
    case start(attempt: UInt64)
    /// Cancels an attempt, which has no further effect.
    case cancel(attempt: UInt64)
    /// Shows a content.
    case show(SlotContent, transition: ImageTransition?)
    /// Adds frames to an animation that is still loading; the position stays.
    case extend(SlotContent)
    /// Shows an indicator.
    case indicate(IndicatorState)
    /// Calls ``ImageViewState/fired(_:of:)`` after a delay; replaces the former timer of this kind.
    case wake(ViewTimer, load: UInt64, after: Duration)
    /// Hands an update of a load to its caller, unless the load has ended meanwhile.
    case update(load: UInt64, ImageUpdate)
    /// Reports the result of a load, once.
    case end(load: UInt64, Result<ImageResponse, ImageError>)
    /// Reports that the current load has failed, or that it has not.
    case fail(Bool)
}

/// The result of a look-up in memory.
public enum MemoryAnswer: Sendable {
    /// No picture.
    case miss
    /// A picture to show until the origin has responded.
    case meanwhile(ImageResponse)
    /// The final picture.
    case hit(ImageResponse)
}
