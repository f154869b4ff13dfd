import WebImageCoding
import WebImagePixels

/// What every encoder promises: its files are read back, lossless ones exactly.
struct EncoderTrial {
    let encoder: any ImageEncoder
    let decoder: any ImageDecoder
    /// Whether a file encoded with `isLossless` holds every pixel of a picture without half
    /// transparent ones.
    let isExact: Bool

    /// The broken promises.
    func violations() -> [CodecViolation] {
        let settings = [
            EncodeSettings(), EncodeSettings(isLossless: true),
            EncodeSettings(quality: 90, isProgressive: true, effort: 1),
        ]
        return DrawnPicture.samples.flatMap { picture in
            settings.flatMap { roundTrip(picture, $0) }
        }
    }

    private func roundTrip(
        _ picture: DrawnPicture, _ settings: EncodeSettings
    ) -> [CodecViolation] {
        do throws(CodecError) {
            let bytes = try encoder.encode(picture.bitmap, settings: settings)
            let output = try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: DecodeOptions())
            }
            guard output.bitmap.size == picture.bitmap.size, output.metadata.orientation == .up
            else {
                return [violation(picture, "\(output.bitmap.size) came back")]
            }
            let keepsAlpha = output.metadata.hasAlpha || picture.bitmap.isOpaque
            let expected = keepsAlpha ? picture.bitmap : picture.bitmap.onMatte(settings.matte)
            let seen = ImageComparison(output.bitmap, expected)
            if isExact, settings.isLossless, picture.isExact, seen.maximum > 0 {
                return [violation(picture, "lossless, but \(seen.maximum) levels off")]
            }
            return seen.ssim >= 0.9 || !picture.isExact && seen.mean < 12
                ? [] : [violation(picture, "SSIM \(seen.ssim), mean difference \(seen.mean)")]
        } catch {
            return [violation(picture, "\(error)")]
        }
    }

    private func violation(_ picture: DrawnPicture, _ reason: String) -> CodecViolation {
        CodecViolation(check: "encode", sample: picture.name, reason: reason)
    }
}

extension Bitmap {
    /// The picture before a plain colour: blue, green, red.
    fileprivate func onMatte(_ matte: SIMD3<UInt8>) -> Bitmap {
        var result = Bitmap(size: size, isOpaque: true)
        result.fill(
            PixelRect(x: 0, y: 0, size: size), with: SIMD4(matte.x, matte.y, matte.z, 255))
        result.composite(self, atX: 0, y: 0)
        return result
    }
}
