public import WebImagePipeline

/// The state of a slot of a view.
public enum SlotState: Sendable {
    /// No picture and no load: before the first, after ``ImageViewLoader/clear(on:)``, and after a
    /// load that was cancelled before its picture came.
    case empty
    /// A load that waits or runs, also one that brings back a picture which was released out of
    /// sight.
    case loading
    /// The picture of the load; without ``ImagePresentation/setsPicture`` its caller has it.
    case shown
    /// A failed load, until the next one, or its repetition. The slot shows the failure image, the
    /// placeholder, or the last good picture of the same source.
    case failed(ImageError)

    /// Returns `true` for the same case, whatever the error.
    package func isSame(as other: SlotState) -> Bool {
        switch (self, other) {
        case (.empty, .empty), (.loading, .loading), (.shown, .shown), (.failed, .failed): true
        default: false
        }
    }
}
