import TestSupport
import Testing
import WebImage

/// Pictures that are reduced to cover a box while they are decoded.
struct FillDecodingTests {
    private static let boxes = [(61, 47), (47, 61), (60, 60), (33, 8), (7, 90)]

    /// A format, and the largest difference from a transform of the whole picture.
    struct Row: Sendable, CustomTestStringConvertible {
        let format: ImageFormat
        let isSmooth: Bool
        let tolerance: Int
        var testDescription: String { "\(format.rawValue), \(isSmooth ? "smooth" : "noise")" }
    }

    /// The formats that the traits have.
    ///
    /// A JPEG is reduced by its transform first, and a PNG may be
    /// turned by a chunk after its pixels: they are scaled twice, which noise shows.
    static let rows = [
        Row(format: .bmp, isSmooth: false, tolerance: 1),
        Row(format: .tiff, isSmooth: false, tolerance: 1),
        Row(format: .gif, isSmooth: false, tolerance: 1),
        Row(format: .png, isSmooth: true, tolerance: 2),
        Row(format: .jpeg, isSmooth: true, tolerance: 3),
    ].filter { row in (try? CodecList.installed.encoder(for: row.format)) != nil }

    private static func slopes(_ size: PixelSize) -> Bitmap {
        var result = Bitmap(size: size, isOpaque: true)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let blue = UInt8((x + y) * 255 / (size.width + size.height - 2))
                let green = UInt8(y * 255 / (size.height - 1))
                let red = UInt8(x * 255 / (size.width - 1))
                result.fill(
                    PixelRect(x: x, y: y, size: PixelSize(1, 1)), with: [blue, green, red, 255])
            }
        }
        return result
    }

    private func load(
        _ bytes: ByteBlock, box: (Int, Int)? = nil
    ) async throws -> Bitmap {
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        var request = ImageRequest(ImageSource.data(bytes))
        if let box {
            request.targetSize = PixelSize(box.0, box.1)
            request.targetFit = .fill
        }
        return try await pipeline.image(for: request).image.poster
    }

    /// Returns the largest difference of a picture that is reduced while it is decoded.
    private func difference(_ bytes: ByteBlock, box: (Int, Int)) async throws -> Int {
        let found = try await load(bytes, box: box)
        let expected = try await BuiltInTransform.resize(to: PixelSize(box.0, box.1), fit: .fill)
            .apply(to: load(bytes))
        #expect(found.size == PixelSize(box.0, box.1))
        return ImageComparison(found, expected).maximum
    }

    @Test(arguments: rows, boxes)
    func `a picture covers its box as by a transform, to a fraction of a pixel`(
        row: Row, box: (Int, Int)
    ) async throws {
        let size = PixelSize(201, 127)
        let picture =
            row.isSmooth ? Self.slopes(size) : Scene.noise(size: size, seed: 3, isOpaque: true)
        let bytes = try CodecList.installed.encoder(for: row.format)
            .encode(picture, settings: EncodeSettings(quality: 100))
        #expect(try await difference(bytes, box: box) <= row.tolerance)
    }

    #if TIFF
        @Test(arguments: 1...8, boxes)
        func `a turned TIFF covers its box upright`(
            orientation: Int, box: (Int, Int)
        ) async throws {
            let picture = Scene.noise(size: PixelSize(201, 127), seed: 5, isOpaque: true)
            let bytes = Self.tiff(picture, orientation: orientation)
            let whole = try await load(bytes)
            #expect((whole.size == picture.size) == (orientation <= 4))
            #expect((whole == picture) == (orientation == 1))
            #expect(try await difference(bytes, box: box) <= 1)
        }
    #endif

    /// Returns an uncompressed TIFF of one strip.
    private static func tiff(_ picture: Bitmap, orientation: Int) -> ByteBlock {
        let size = picture.size
        let count = size.area * 3
        func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
            (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) }
        }
        let values: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, size.width), (257, 4, 1, size.height), (258, 3, 3, 8 + count),
            (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 8), (274, 3, 1, orientation),
            (277, 3, 1, 3), (278, 4, 1, size.height), (279, 4, 1, count),
        ]
        var bytes = Array("II".utf8) + number(42, 2) + number(8 + count + 6)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = picture[x, y]
                bytes += [pixel.z, pixel.y, pixel.x]
            }
        }
        bytes += number(8, 2) + number(8, 2) + number(8, 2) + number(values.count, 2)
        for entry in values {
            bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count)
            bytes += number(entry.value)
        }
        return ByteBlock(copying: bytes + number(0))
    }
}
