package import WebImagePixels

// The transforms whose kernels take samples of every depth.

extension Crop {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Flip {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Pad {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Resize {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Rotate {
    /// Right angles move pixels, others mix them.
    package var sampleFormats: Set<SampleFormat> {
        degrees.truncatingRemainder(dividingBy: 90) == 0 ? .all : [.bgra8]
    }
}

extension Scale {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Sized {
    package var sampleFormats: Set<SampleFormat> {
        effects.reduce(.all) { $0.intersection($1.sampleFormats) }
    }
}

extension Trim {
    package var sampleFormats: Set<SampleFormat> { .all }
}

extension Background {
    package var sampleFormats: Set<SampleFormat> { .all }
}
