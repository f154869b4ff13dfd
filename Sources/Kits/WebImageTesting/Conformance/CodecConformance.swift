public import WebImageCoding
import WebImagePixels

/// Tests a codec with valid, truncated and damaged bytes against the requirements of its protocols.
///
/// All codecs of the library pass; a custom codec should too:
///
/// ```swift
/// let conformance = CodecConformance(MyDecoder())
/// let violations = await conformance.violations(with: [CodecSample("a dot", bytes)])
/// #expect(violations.isEmpty, "\(violations)")
/// ```
///
/// A trap ends the process, as it would in an application. A sample takes some hundred decodes, so
/// it should be small: about 100 pixels a side and a few kilobytes.
public struct CodecConformance: Sendable {
    let decoder: any ImageDecoder

    /// Creates a test of a decoder, also of its animated and incremental decoding, if supported.
    public init(_ decoder: any ImageDecoder) {
        self.decoder = decoder
    }

    /// Returns the violations with all samples; empty for a conforming codec.
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

    /// Returns the violations of an encoder with drawn pictures; the decoder reads its files.
    ///
    /// - Parameters:
    ///   - encoder: The encoder, of a format that the decoder reads.
    ///   - isExact: `true` if the format preserves every pixel with `isLossless`.
    ///   - keepsLoops: `true` if a file can store its number of loops.
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
