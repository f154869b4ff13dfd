package import WebImagePixels

// Built-in transforms take every depth, but for those that paint, mask, or count levels.

extension SpelledTransform {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Circle {
    package var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension RoundCorners {
    package var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension Pixelate {
    package var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension Composite {
    package var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension DrawnText {
    package var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension Sized {
    package var sampleFormats: Set<SampleFormat> {
        effects.reduce(.all) { $0.intersection($1.sampleFormats) }
    }
}
