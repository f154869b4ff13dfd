/// Code that takes bitmaps: a transform, an encoder, a serializer, a converter of colours.
///
/// A pipeline reduces a bitmap of another format to 8 bits before it calls such code, so that what
/// reads ``SampleFormat/bgra8`` never gets other pixels.
public protocol BitmapConsumer {
    /// The formats of samples that it takes; ``SampleFormat/bgra8`` alone by default.
    var sampleFormats: Set<SampleFormat> { get }
}

extension BitmapConsumer {
    /// 8 bits a sample.
    public var sampleFormats: Set<SampleFormat> { [.bgra8] }
}

extension BitmapConsumer {
    /// Returns `true` if a bitmap can be handed over as it is; all code takes 8 bits.
    package func takes(_ format: SampleFormat) -> Bool {
        format == .bgra8 || sampleFormats.contains(format)
    }
}

extension Set<SampleFormat> {
    /// Every format.
    package static let all = Set(SampleFormat.allCases)
}
