import WebImagePipeline
import WebImagePixels

/// One load into a slot, as ``ImageViewState`` keeps it.
///
/// A load is what was asked for and ends once; an attempt is what the pipeline is asked: one load
/// makes several where the view goes and comes back, or grows.
struct ViewLoad: Sendable {
    let id: UInt64
    let plan: ImagePresentation
    /// nil when there is nothing to load.
    let subject: PictureSubject?
    /// What the pipeline is asked now.
    var attempt: UInt64?
    /// The box of the last attempt, nil for the picture's own size.
    var box: PixelSize?
    /// Whether a picture is wanted that no attempt is on the way to yet: the view is not there, or
    /// has no size.
    var isWaiting = true
    /// Whether whoever asked was told the end.
    var hasEnded = false
    /// The end that waits for the transition.
    var late: Result<ImageResponse, ImageError>?
    /// How much of it has arrived, at least.
    var fraction: Double?

    /// Whether the load takes its time.
    var isUnderWay: Bool { attempt != nil }
}

/// What a slot shows, and of which load.
struct ViewContents: Sendable {
    var shown = SlotContent.nothing
    var load: UInt64 = 0
    var subject: PictureSubject?

    /// Whether it is a whole picture.
    var isImage: Bool {
        if case .image = shown { true } else { false }
    }

    /// Whether it is a picture that was loaded, whole or not.
    var isLoaded: Bool {
        switch shown {
        case .image, .preview: true
        default: false
        }
    }
}
