import WebImageCaching
import WebImageCoding
import WebImagePixels

/// The test of an incremental decoder with one sample.
struct IncrementalTrial {
    let decoder: any IncrementalImageDecoder
    let sample: CodecSample

    func violations() -> [CodecViolation] {
        var found: [CodecViolation] = []
        let count = sample.image.bytes.count
        let options = [
            DecodeOptions(),
            DecodeOptions(downsampling: Downsampling(box: PixelSize(width: 24, height: 24))),
        ]
        for options in options {
            for size in [1, 7, 1021, count] where count / size <= 1 << 16 {
                let whole = outcome(of: sample.image.bytes, options)
                let fed = outcome(of: sample.image.bytes, inChunksOf: size, options)
                found += compare(fed, with: whole, "in chunks of \(size)")
            }
        }
        for length in SampleDamage.lengths(of: count) {
            let cut = sample.image.bytes.prefix(length)
            let fed = outcome(of: cut, inChunksOf: 61, options[0])
            found += compare(fed, with: outcome(of: cut, options[0]), "cut at \(length)")
        }
        for bytes in SampleDamage.damaged(sample.image.bytes) {
            let limits = DecodeLimits(maxPixels: 4_000_000, maxBytes: 64 << 20, maxFrames: 1000)
            _ = outcome(of: bytes, inChunksOf: 61, DecodeOptions(limits: limits))
        }
        return found
    }

    private typealias Outcome = Result<DecodeOutput, CodecError>

    private func outcome(of bytes: ByteBlock, _ options: DecodeOptions) -> Outcome {
        Outcome { () throws(CodecError) in
            try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: options)
            }
        }
    }

    private func outcome(
        of bytes: ByteBlock, inChunksOf size: Int, _ options: DecodeOptions
    ) -> Outcome {
        Outcome { () throws(CodecError) in
            let session = decoder.makeSession(options: options)
            var (revision, frameCount) = (0, 0)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try bytes.withSpan { span throws(CodecError) in
                    let end = min(start + size, span.byteCount)
                    try session.append(span.extracting(start..<end))
                }
                let isNew = session.revision > revision
                guard session.revision >= revision else {
                    throw .damaged(decoder.formats[0], "the revision decreases")
                }
                revision = session.revision
                guard session.completeFrameCount >= frameCount else {
                    throw .damaged(decoder.formats[0], "the number of frames decreases")
                }
                frameCount = session.completeFrameCount
                // A preview must not change later results.
                if isNew, try session.preview() == nil {
                    throw .damaged(decoder.formats[0], "revision \(revision) has no preview")
                }
            }
            return try session.finish()
        }
    }

    private func compare(
        _ fed: Outcome, with whole: Outcome, _ how: String
    ) -> [CodecViolation] {
        let reason: String
        switch (fed, whole) {
        case (.success(let fed), .success(let whole)):
            guard
                fed.bitmap != whole.bitmap || fed.metadata != whole.metadata
                    || fed.bitmap.isOpaque != whole.bitmap.isOpaque
                    || fed.color != whole.color
            else { return [] }
            reason = "pixels or metadata differ from decoding all bytes at once"
        case (.failure, .failure): return []
        case (.failure(let error), .success): reason = "refused: \(error)"
        case (.success, .failure(let error)):
            reason = "decoded, but refused when decoded at once: \(error)"
        }
        return [
            CodecViolation(check: "incremental", sample: sample.name, reason: "\(how) \(reason)")
        ]
    }
}
