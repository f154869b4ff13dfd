import WebImageCaching
import WebImageCoding
import WebImagePixels

/// The test of an animated decoder with one sample, a still or an animation.
struct AnimationTrial {
    let decoder: any AnimatedImageDecoder
    let sample: CodecSample

    func violations() -> [CodecViolation] {
        do {
            let metadata = try sample.image.bytes.withSpan { span throws(CodecError) in
                try decoder.metadata(of: span, limits: DecodeLimits())
            }
            damage()
            let frames = try decoder.frames(of: sample.image, options: DecodeOptions())
            guard let frames else {
                return metadata.frameCount == 1
                    ? [] : [violation("\(metadata.frameCount) frames, but no provider")]
            }
            return try headProblems(frames, metadata) + orderProblems(frames)
        } catch {
            return [violation("\(error)")]
        }
    }

    private func headProblems(
        _ frames: any FrameProvider, _ metadata: ImageMetadata
    ) throws -> [CodecViolation] {
        var found: [CodecViolation] = []
        func expect(_ holds: Bool, _ reason: String) {
            if !holds { found.append(violation(reason)) }
        }
        expect(
            frames.count == metadata.frameCount,
            "\(frames.count) frames, the header says \(metadata.frameCount)")
        expect(frames.rawDurations == metadata.durations, "durations differ from the header's")
        expect(frames.durations.count == frames.count, "\(frames.durations.count) durations")
        expect(frames.loopCount == metadata.loopCount, "loops differ from the header's")
        expect(
            frames.size == metadata.orientation.upright(metadata.size),
            "canvas \(frames.size), the header says \(metadata.size)")
        expect(
            isLimit { () throws(CodecError) in
                let limits = DecodeLimits(maxFrames: frames.count - 1)
                _ = try decoder.frames(of: sample.image, options: DecodeOptions(limits: limits))
            }, "opened with more frames than maxFrames")
        expect(
            isLimit { () throws(CodecError) in
                let pixels = frames.count * frames.size.area
                let limits = DecodeLimits(maxAnimationPixels: pixels - 1)
                _ = try decoder.frames(of: sample.image, options: DecodeOptions(limits: limits))
            }, "opened with more pixels than maxAnimationPixels")
        let first = try sample.image.bytes.withSpan { span throws(CodecError) in
            try decoder.decode(span, options: DecodeOptions())
        }
        expect(
            try frames.frame(at: 0).bitmap == first.bitmap,
            "frame 0 differs from the image that decode returns")
        return found
    }

    /// Returns a violation unless forward, backward and random access give the same pictures.
    private func orderProblems(_ frames: any FrameProvider) throws -> [CodecViolation] {
        let count = min(frames.count, 24)
        let forward = try (0..<count).map { try frames.frame(at: $0) }
        for (index, frame) in forward.enumerated() {
            if let problem = frame.bitmap.pixelProblem {
                return [violation("frame \(index): \(problem)")]
            }
            guard frame.duration == frames.durations[index] else {
                return [violation("frame \(index) is shown for \(frame.duration)")]
            }
        }
        let jumps = Array((0..<count).reversed()) + (0..<count).map { $0 * 7 % count }
        for index in jumps
        where try frames.frame(at: index).bitmap != forward[index].bitmap {
            return [violation("frame \(index) differs when it is decoded out of order")]
        }
        return []
    }

    /// Decodes damaged bytes: any result or error is correct, a trap is not.
    private func damage() {
        let bytes = sample.image.bytes
        let cut = SampleDamage.lengths(of: bytes.count).map { bytes.prefix($0) }
        let limits = DecodeLimits(maxPixels: 4_000_000, maxBytes: 64 << 20, maxFrames: 1000)
        for block in cut + SampleDamage.damaged(bytes) {
            let frames = try? decoder.frames(
                of: EncodedImage(block), options: DecodeOptions(limits: limits))
            guard let frames else { continue }
            for index in 0..<min(frames.count, 4) { _ = try? frames.frame(at: index) }
        }
    }

    private func isLimit(_ body: () throws(CodecError) -> Void) -> Bool {
        do throws(CodecError) {
            try body()
            return false
        } catch {
            if case .limit = error { return true }
            return false
        }
    }

    private func violation(_ reason: String) -> CodecViolation {
        CodecViolation(check: "animation", sample: sample.name, reason: reason)
    }
}
