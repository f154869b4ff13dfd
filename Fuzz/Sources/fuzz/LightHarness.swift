import WebImage
import WebImageTransforms

@testable import WebImageCoding
@testable import WebImagePipeline
@testable import WebImagePixels

/// The test of what the pipeline does with pictures of more than 8 bits, and with light.
///
/// A file is decoded as for a request, with its colours and its gain map; the pixels are reduced to
/// 8 bits, scaled, and written to files.
struct LightHarness {
    /// The most pixels of a picture that is tested.
    private static let mostPixels = 1 << 16
    private static let small = PixelSize(width: 3, height: 3)

    let limits: DecodeLimits

    /// Tests a file of pixels; its bytes choose the options.
    func run(_ file: EncodedImage, with decoder: any ImageDecoder) {
        let header = try? file.bytes.withSpan { try decoder.metadata(of: $0, limits: limits) }
        guard let header, !header.isVector, header.size.area <= Self.mostPixels else { return }
        let choice = file.bytes.withUnsafeBytes { bytes in
            bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF }
        }
        for depth in [PixelDepth.asStored, .hdr] {
            let decoding = decoding(depth, choice)
            let image = try? decoding.run(file, decoder: decoder, onIgnored: { _ in })
            guard let image else { continue }
            require(image.size == image.metadata.size, "The pixels have another size.")
            check(image, of: file, choice)
        }
    }

    private func decoding(_ depth: PixelDepth, _ choice: Int) -> PictureDecoder {
        var options = ImageOptions()
        options.pixelDepth = depth
        options.firstFrameOnly = true
        options.colorProfile = choice & 1 == 0 ? .sRGB : .keep
        options.headroom = [nil, 1, 2.5, 1000][choice >> 1 & 3]
        let isForFile = choice & 8 != 0
        return PictureDecoder(
            codecs: .fuzzed, limits: limits, options: options,
            keepsGainMap: choice & 48 == 48, mayKeepColors: isForFile, isForFile: isForFile)
    }

    private func check(_ image: DecodedImage, of file: EncodedImage, _ choice: Int) {
        let stated = image.metadata.headroom ?? 1
        require(stated.isFinite && stated >= 1, "The file has a headroom of \(stated).")
        Self.check(image.poster)
        let chain = TransformChain(
            transforms: [.resize(to: Self.small, fit: .stretch, enlarges: true)])
        guard let small = try? chain.run(image) else { broken("It cannot be scaled.") }
        require(small.size == Self.small, "Scaled, the size is \(small.size).")
        require(small.poster.sampleFormat == image.poster.sampleFormat, "Scaled, it is flat.")
        Self.check(small.poster)
        for form in FileForm.always { form.write(small, of: file, limits) }
        let form = FileForm.others[(choice >> 6) % FileForm.others.count]
        let isWhole = choice & 16 != 0 && image.size.area <= 4096
        form.write(isWhole ? image : small, of: file, limits)
    }

    /// Checks pixels, and their reduction to 8 bits.
    static func check(_ bitmap: Bitmap) {
        let headroom = bitmap.headroom
        require(headroom.isFinite && headroom >= 1, "Pixels have a headroom of \(headroom).")
        let reduced = bitmap.converted(to: .bgra8)
        require(reduced.size == bitmap.size, "Reduced, the size differs.")
        require(reduced.sampleFormat == .bgra8, "Reduced, the format is another one.")
    }
}
