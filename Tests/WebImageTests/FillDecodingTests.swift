import TestSupport
import Testing
import WebImage

/// Pictures that are reduced to cover a box while they are decoded.
struct FillDecodingTests {
    /// The lossless formats that the traits have.
    static let formats = [ImageFormat.bmp, .png, .tiff].filter {
        (try? CodecList.installed.encoder(for: $0)) != nil
    }

    @Test(
        arguments: formats,
        [(61, 47), (47, 61), (60, 60), (33, 8), (7, 90)])
    func `a picture covers its box as by a transform, to a fraction of a pixel`(
        format: ImageFormat, box: (Int, Int)
    ) async throws {
        let picture = Scene.noise(size: PixelSize(201, 127), seed: 3, isOpaque: true)
        let bytes = try CodecList.installed.encoder(for: format)
            .encode(picture, settings: EncodeSettings())
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        var request = ImageRequest(ImageSource.data(bytes))
        request.targetSize = PixelSize(box.0, box.1)
        request.targetFit = .fill
        let image = try await pipeline.image(for: request).image
        let expected = try BuiltInTransform.resize(to: PixelSize(box.0, box.1), fit: .fill)
            .apply(to: picture)
        #expect(image.size == PixelSize(box.0, box.1))
        // A PNG may be turned by a chunk after its pixels, so that it is scaled twice.
        let isScaledTwice = format == .png && box.0 != box.1
        #expect(ImageComparison(image.poster, expected).maximum <= (isScaledTwice ? 10 : 1))
    }
}
