package import WebImageLoading
import WebImageRuntime

/// An update of an image's load: progress, a preview, the stage, or all for a waiter that joins
/// later.
package struct ImageLoadUpdate: WorkUpdate {
    package var progress: LoadProgress?
    /// The time of the progress; nil for progress that is not throttled.
    package var progressTime: ContinuousClock.Instant?
    package var preview: Preview?
    /// The stage that begins.
    var stage: String?

    package init(
        progress: LoadProgress? = nil, at progressTime: ContinuousClock.Instant? = nil,
        preview: Preview? = nil
    ) {
        self.progress = progress
        self.progressTime = progressTime
        self.preview = preview
    }

    init(stage: String) { self.stage = stage }

    mutating func merge(_ newer: ImageLoadUpdate) {
        if let newerProgress = newer.progress {
            (progress, progressTime) = (newerProgress, newer.progressTime)
        }
        preview = newer.preview ?? preview
        stage = newer.stage ?? stage
    }
}
