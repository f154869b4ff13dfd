package import WebImageLoading
package import WebImagePixels
import WebImageRuntime

/// A picture of the bytes so far.
package struct Preview: Sendable {
    /// What is shown.
    package let image: DecodedImage
    /// Its place among the previews of one flight, from 1.
    package let number: Int
    /// When it was made.
    package let time: ContinuousClock.Instant

    /// A preview of a flight.
    package init(image: DecodedImage, number: Int, time: ContinuousClock.Instant) {
        self.image = image
        self.number = number
        self.time = time
    }
}

/// What an image flight tells on its way: progress, a preview, or both to one who comes later.
package struct ImageFlightUpdate: FlightUpdate {
    /// How much has arrived.
    package var progress: LoadProgress?
    /// When it had; nil for a progress that is told whenever it comes.
    package var progressTime: ContinuousClock.Instant?
    /// What it shows.
    package var preview: Preview?

    /// What is new.
    package init(
        progress: LoadProgress? = nil, at progressTime: ContinuousClock.Instant? = nil,
        preview: Preview? = nil
    ) {
        self.progress = progress
        self.progressTime = progressTime
        self.preview = preview
    }

    mutating func merge(_ newer: ImageFlightUpdate) {
        if let newerProgress = newer.progress {
            (progress, progressTime) = (newerProgress, newer.progressTime)
        }
        preview = newer.preview ?? preview
    }
}
