import WebImage

@testable import WebImageColorimetry
@testable import WebImagePipeline
@testable import WebImagePixels

/// The test of colours: those of a profile, which the input is, and those of the code points that
/// its last two bytes are.
struct ProfileHarness {
    private static let codecs = CodecList.fuzzed
    private static let eight = Bitmap(
        size: PixelSize(width: 11, height: 3), isOpaque: false
    ) { x, y in SIMD4(Double(x) / 10, Double(y) / 2, Double(x * y % 5) / 4, Double(11 - x) / 11) }
    private static let sixteen = eight.converted(to: .rgba16)
    private static let map = GainMap(
        kind: .iso21496, size: PixelSize(width: 11, height: 3), channelCount: 3,
        channels: [GainMapChannel(minimum: -1, maximum: 3)], baseHeadroom: 0, alternateHeadroom: 3)

    func run(_ bytes: UnsafeRawBufferPointer) {
        let block = ByteBlock(copying: bytes)
        check(.profile(block))
        if let converter = Self.codecs.color {
            _ = converter.describe(block)
            write(block)
        }
        guard bytes.count > 1 else { return }
        let numbers = bytes.suffix(2).map { Int($0) }
        check(ColorDescription(primaries: numbers[0], transfer: numbers[1]))
    }

    private func check(_ color: ColorDescription) {
        for (bitmap, target) in [(Self.eight, nil), (Self.sixteen, ColorPrimaries.bt709)] {
            if let decoding = LightConversion.decoding(color, to: target) {
                check(decoding.light(of: bitmap), of: bitmap)
            }
            convert(bitmap, from: color)
        }
        _ = LinearLight(color)
        if let application = GainMapApplication(Self.map, to: color, headroom: 2),
            let light = try? application.light(of: Self.sixteen, with: Self.eight)
        {
            check(light, of: Self.sixteen)
        }
    }

    private func check(_ made: Bitmap, of bitmap: Bitmap) {
        require(made.size == bitmap.size, "Of other colours, the size differs.")
        LightHarness.check(made)
    }

    private func convert(_ bitmap: Bitmap, from color: ColorDescription) {
        guard let converter = Self.codecs.color else { return }
        var converted = bitmap
        guard (try? converter.convertToSRGB(&converted, from: color)) != nil else { return }
        // Light above white is mapped to 8 bits.
        let isKept = converted.sampleFormat == bitmap.sampleFormat || color.isMappedToRange
        require(isKept, "In sRGB, it is flat.")
        check(converted, of: bitmap)
    }

    /// Writes a picture that keeps the profile.
    private func write(_ profile: ByteBlock) {
        guard let profile = ICCProfile(profile) else { return }
        _ = profile.statedPrimaries
        var poster = Self.sixteen
        poster.colorSpace = .embedded
        var metadata = ImageMetadata(size: poster.size)
        metadata.profile = profile.bytes
        let image = DecodedImage(poster: poster, metadata: metadata)
        for form in FileForm.ofProfiles { form.write(image, of: nil, DecodeLimits()) }
    }
}
