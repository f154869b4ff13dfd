import WebImageCaching
import WebImageCoding
import WebImageComparison
import WebImagePixels

/// The test of an encoder: its files can be decoded, lossless ones exactly.
struct EncoderTrial {
    let encoder: any ImageEncoder
    let decoder: any ImageDecoder
    /// `true` if a file encoded with `isLossless` preserves a picture without partial transparency.
    let isExact: Bool

    func violations() -> [CodecViolation] {
        let settings = [
            EncodeSettings(), EncodeSettings(isLossless: true),
            EncodeSettings(quality: 90, isProgressive: true, effort: 1),
        ]
        return SampleFormat.allCases.filter { encoder.takes($0) }.flatMap { format in
            DrawnPicture.samples.flatMap { picture in
                settings.flatMap { roundTrip(picture, as: format, $0) }
            }
        }
    }

    private func roundTrip(
        _ picture: DrawnPicture, as format: SampleFormat, _ settings: EncodeSettings
    ) -> [CodecViolation] {
        do throws(CodecError) {
            let bytes = try encoder.encode(picture.bitmap.converted(to: format), settings: settings)
            var options = DecodeOptions()
            // Samples of 8 bits have the curve of light.
            if format == .rgbaHalf { options.pixelDepth = .hdr }
            var output = try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: options)
            }
            output.bitmap = output.bitmap.converted(to: .bgra8)
            guard output.bitmap.size == picture.bitmap.size, output.metadata.orientation == .up
            else {
                return [violation(picture, "\(output.bitmap.size) was decoded")]
            }
            let seen = ImageComparison(
                output.bitmap, expected(of: picture.bitmap, as: output, settings))
            if isExact, settings.isLossless, picture.isExact, seen.maximum > 0 {
                return [violation(picture, "lossless, but \(seen.maximum) levels off")]
            }
            return seen.ssim >= 0.9 || !picture.isExact && seen.mean < 12
                ? [] : [violation(picture, "SSIM \(seen.ssim), mean difference \(seen.mean)")]
        } catch {
            return [violation(picture, "\(error)")]
        }
    }

    /// Returns the picture as the format can store it: on the matte without alpha, with alpha of 0
    /// or 255 only if it has no others.
    private func expected(
        of picture: Bitmap, as output: DecodeOutput, _ settings: EncodeSettings
    ) -> Bitmap {
        if picture.isOpaque { return picture }
        guard output.metadata.hasAlpha else { return picture.onMatte(settings.matte) }
        return picture.hasSoftAlpha && !output.bitmap.hasSoftAlpha ? picture.cutOut : picture
    }

    private func violation(_ picture: DrawnPicture, _ reason: String) -> CodecViolation {
        CodecViolation(check: "encode", sample: picture.name, reason: reason)
    }
}

extension Bitmap {
    /// `true` if a pixel is partially transparent.
    fileprivate var hasSoftAlpha: Bool {
        (0..<size.height).contains { y in
            (0..<size.width).contains { x in (1..<255).contains(self[x, y].w) }
        }
    }

    /// The picture with pixels of alpha 128 or more made opaque, and all others transparent.
    fileprivate var cutOut: Bitmap {
        var result = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width where self[x, y].w >= 128 {
                let pixel = self[x, y]
                let alpha = UInt32(pixel.w)
                func plain(_ value: UInt8) -> UInt8 {
                    UInt8(min((UInt32(value) * 255 + alpha / 2) / alpha, 255))
                }
                result[x, y] = SIMD4(plain(pixel.x), plain(pixel.y), plain(pixel.z), 255)
            }
        }
        return result
    }

    /// Returns the picture over a plain colour: blue, green, red.
    fileprivate func onMatte(_ matte: SIMD3<UInt8>) -> Bitmap {
        var result = Bitmap(size: size, isOpaque: true)
        result.fill(
            PixelRect(x: 0, y: 0, size: size), with: SIMD4(matte.x, matte.y, matte.z, 255))
        result.composite(self, atX: 0, y: 0)
        return result
    }
}
