import WebImagePipeline
import WebImagePixels

/// One load into a slot, as stored by ``ImageViewState``.
///
/// A load is one call of ``ImageViewState/begin(_:subject:)`` and ends once. An attempt is one
/// request to the pipeline: a load makes several if the view disappears and reappears, or grows.
/// A load that has ended opens again if its picture was dropped, but reports no second result.
struct ViewLoad: Sendable {
    let id: UInt64
    let plan: ImagePresentation
    /// nil if there is nothing to load.
    let subject: PictureSubject?
    /// The number of the running attempt.
    var attempt: UInt64?
    /// The size of the last attempt, nil for the picture's own size.
    var box: PixelSize?
    /// `true` if a picture is wanted without a running attempt, because the view is invisible or
    /// has no size.
    var isWaiting = true
    /// `true` if the result was reported.
    var hasEnded = false
    /// `true` if the load has brought its picture, and that was not dropped.
    var hasPicture = false
    /// `true` if the caller got a cached picture; memory and the pipeline deliver the same.
    var hasHandedCached = false
    /// `true` until an attempt has brought a picture or has failed.
    var isOpen = true
    /// The result to report after the transition.
    var late: Result<ImageResponse, ImageError>?
    /// The received fraction so far.
    var fraction: Double?

    /// `true` while an attempt is running.
    var isUnderWay: Bool { attempt != nil }

    /// Opens the load again, whose picture was dropped; the next attempt is one like the first.
    mutating func reopen() {
        isWaiting = true
        isOpen = true
        hasPicture = false
        if hasEnded { fraction = nil }
    }
}

/// The content of a slot, and the load that set it.
struct ViewContents: Sendable {
    var shown = SlotContent.nothing
    var load: UInt64 = 0
    var subject: PictureSubject?

    /// `true` for a complete picture.
    var isImage: Bool {
        if case .image = shown { true } else { false }
    }

    /// The number of frames of an animation whose frames are arriving; nil for another content.
    var arrivedFrameCount: Int? {
        shown.picture?.frames.flatMap { $0.isComplete ? nil : $0.count }
    }

    /// `true` for a loaded picture, complete or a preview.
    var isLoaded: Bool {
        switch shown {
        case .image, .preview: true
        default: false
        }
    }
}
