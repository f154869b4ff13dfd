package import WebImagePixels

/// A picture of the bytes so far.
package struct Preview: Sendable {
    package let image: DecodedImage
    /// The number among the previews of one load, from 1.
    package let number: Int
    package let time: ContinuousClock.Instant

    /// Creates a preview of a load.
    package init(image: DecodedImage, number: Int, time: ContinuousClock.Instant) {
        self.image = image
        self.number = number
        self.time = time
    }
}
