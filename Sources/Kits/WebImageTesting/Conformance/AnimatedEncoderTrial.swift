import WebImageCaching
import WebImageCoding
import WebImageComparison
import WebImagePixels

/// The test of an encoder of animations: frames, durations and loops survive a round trip.
struct AnimatedEncoderTrial {
    let encoder: any AnimatedImageEncoder
    let decoder: any AnimatedImageDecoder
    let keepsLoops: Bool

    func violations() -> [CodecViolation] {
        SampleFormat.allCases.filter { $0 == .bgra8 || encoder.frameSampleFormats.contains($0) }
            .flatMap { format in
                [0, 1, 3].flatMap { roundTrip(.movingSquare(loopCount: $0, as: format)) }
            }
    }

    private func roundTrip(_ frames: ListedFrames) -> [CodecViolation] {
        do {
            let bytes = try encoder.encode(frames, settings: EncodeSettings(isLossless: true))
            guard
                let back = try decoder.frames(of: EncodedImage(bytes), options: DecodeOptions())
            else {
                return [violation("decoded as a still image")]
            }
            var found: [CodecViolation] = []
            func expect(_ holds: Bool, _ reason: String) {
                if !holds { found.append(violation(reason)) }
            }
            expect(back.size == frames.size, "the canvas was decoded as \(back.size)")
            expect(
                back.loopCount == frames.loopCount || !keepsLoops,
                "\(back.loopCount) plays were decoded")
            expect(
                back.rawDurations == frames.rawDurations, "durations \(back.rawDurations)")
            guard back.count == frames.count else {
                return [violation("\(back.count) frames were decoded of \(frames.count)")]
            }
            for index in 0..<frames.count {
                let seen = ImageComparison(
                    try back.frame(at: index).bitmap, frames.bitmaps[index])
                expect(seen.ssim >= 0.9, "frame \(index) has SSIM \(seen.ssim)")
            }
            return found
        } catch {
            return [violation("\(error)")]
        }
    }

    private func violation(_ reason: String) -> CodecViolation {
        CodecViolation(check: "encode animation", sample: "moving square", reason: reason)
    }
}

extension ListedFrames {
    /// Returns four frames of different durations with a square that moves over transparency.
    fileprivate static func movingSquare(
        loopCount: Int, as format: SampleFormat
    ) -> ListedFrames {
        let bitmaps = (0..<4).map { index in
            var bitmap = Bitmap(size: PixelSize(width: 48, height: 32))
            bitmap.fill(
                PixelRect(x: 2 + index * 9, y: 6, size: PixelSize(width: 14, height: 18)),
                with: SIMD4(200, 40, UInt8(60 * index), 255))
            return bitmap.converted(to: format)
        }
        return ListedFrames(
            bitmaps, durations: [120, 40, 250, 70].map { .milliseconds($0) }, loopCount: loopCount)
    }
}
