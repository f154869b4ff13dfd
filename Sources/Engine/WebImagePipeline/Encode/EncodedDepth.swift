import WebImageCoding
import WebImagePixels

extension Bitmap {
    /// Returns the bitmap in the depth of the settings, if an encoder takes it; else of 8 bits.
    ///
    /// A palette has colours of 8 bits. Straight samples that have 8 bits stay straight if an
    /// encoder keeps their colours, and they would lose any. Light becomes 16 bits where half
    /// floats are not taken.
    ///
    /// - Parameter formats: The formats of samples that the encoder takes.
    func deepened(
        by settings: EncodeSettings, to formats: Set<SampleFormat>,
        keepsTranslucency: Bool = false
    ) throws(CodecError) -> Bitmap {
        if settings.depth != .sixteen, settings.storedFormat(of: self) != sampleFormat {
            let keeps = keepsTranslucency && settings.maxColorCount == nil
            return keeps && !isExactWhenMultiplied ? self : try reservedConversion(to: .bgra8)
        }
        let wanted: SampleFormat =
            switch settings.depth {
            case .keep: sampleFormat
            case .eight: .bgra8
            case .sixteen: sampleFormat == .bgra8 ? .rgba16 : sampleFormat
            }
        let isEight = wanted == .bgra8 || settings.maxColorCount != nil
        let choices: [SampleFormat] = isEight ? [] : [wanted, .rgba16]
        var result = try reservedConversion(to: choices.first(where: formats.contains) ?? .bgra8)
        if settings.depth == .sixteen { result.significantBits = result.sampleFormat.mostBits }
        return result
    }
}

extension FrameProvider {
    /// Returns the frames in the depth of the settings, each converted when it is asked for.
    ///
    /// - Parameter formats: The formats of samples that the encoder takes.
    func deepened(
        by settings: EncodeSettings, to formats: Set<SampleFormat>, poster: Bitmap
    ) throws(CodecError) -> any FrameProvider {
        let poster = try poster.deepened(by: settings, to: formats)
        return DerivedFrames(self, poster: poster) { source, index in
            var frame = try source.frame(at: index)
            frame.bitmap = try frame.bitmap.deepened(by: settings, to: formats)
            return frame
        }
    }
}
