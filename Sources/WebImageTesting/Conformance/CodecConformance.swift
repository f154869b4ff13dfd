public import WebImageCoding
import WebImagePixels

/// Tries a codec with valid, cut and damaged bytes, and tells which promises of the protocols it breaks.
///
/// Every codec of the library passes it; so should yours:
///
/// ```swift
/// let violations = await CodecConformance(MyDecoder()).violations(with: [CodecSample("a dot", bytes)])
/// #expect(violations.isEmpty, "\(violations)")
/// ```
///
/// A trap ends the process, as it would a user's. A sample costs some hundred decodes: keep it small,
/// about 100 pixels a side and a few kilobytes.
public struct CodecConformance: Sendable {
    let decoder: any ImageDecoder

    /// A trial of a decoder, with what it also is: animated, incremental.
    public init(_ decoder: any ImageDecoder) {
        self.decoder = decoder
    }

    /// All promises that are broken with some sample; empty for a codec that conforms.
    public func violations(with samples: [CodecSample]) async -> [CodecViolation] {
        var found: [CodecViolation] = []
        for sample in samples {
            let trial = DecoderTrial(decoder: decoder, sample: sample)
            found += trial.violations()
            found += await trial.cancellationViolations()
            if let decoder = decoder as? any AnimatedImageDecoder {
                found += AnimationTrial(decoder: decoder, sample: sample).violations()
            }
            if let decoder = decoder as? any IncrementalImageDecoder {
                found += IncrementalTrial(decoder: decoder, sample: sample).violations()
            }
        }
        return found
    }

    /// The promises an encoder breaks with drawn pictures; what it makes is read by the decoder.
    ///
    /// - Parameters:
    ///   - isExact: Whether the format can hold every pixel when `isLossless` is set.
    ///   - keepsLoops: Whether a file can say how often it plays.
    public func violations(
        of encoder: any ImageEncoder, isExact: Bool, keepsLoops: Bool = true
    ) -> [CodecViolation] {
        let trial = EncoderTrial(encoder: encoder, decoder: decoder, isExact: isExact)
        var found = trial.violations()
        if let encoder = encoder as? any AnimatedImageEncoder,
            let decoder = decoder as? any AnimatedImageDecoder
        {
            found += AnimatedEncoderTrial(
                encoder: encoder, decoder: decoder, keepsLoops: keepsLoops
            ).violations()
        }
        return found
    }
}
