import Testing
import WebImage

/// The filter for pixel art, in options, sizes and transforms.
struct NearestTests {
    private static let colors: [SIMD4<UInt8>] = [
        SIMD4(0, 0, 255, 255), SIMD4(0, 255, 0, 255), SIMD4(255, 0, 0, 255),
        SIMD4(255, 255, 255, 255),
    ]

    /// Writes a picture of 2 × 2 pixels of `scale` pixels each.
    private func art(_ scale: Int, _ format: ImageFormat, in folder: Folder) throws -> String {
        var bitmap = Bitmap(size: PixelSize(2 * scale, 2 * scale), isOpaque: true)
        for y in 0..<2 * scale {
            for x in 0..<2 * scale { bitmap[x, y] = Self.colors[y / scale * 2 + x / scale] }
        }
        var settings = EncodeSettings()
        settings.isLossless = true
        let file = try CodecList.installed.encoder(for: format).encode(bitmap, settings: settings)
        return try folder.write(
            file.withUnsafeBytes { Array($0) }, to: "art.\(format.fileExtension)")
    }

    @Test(arguments: [
        ["--size", "9x9", "--enlarge", "--filter", "nearest"],
        ["--size", "450%", "--filter", "nearest"],
        ["--transform", "resize(9x9,fit,enlarge,filter:nearest)"],
        ["--transform", "sized(fit:9x9,enlarge,filter:nearest)"],
    ])
    func `an enlarged picture has no new colours`(_ words: [String]) async throws {
        let folder = try Folder()
        let file = try art(1, .png, in: folder)
        let outcome = try await Tool().run(["get", file, "-o", folder("b.png")] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bitmap = try Pictures.decode(folder.read("b.png"))
        #expect(bitmap.size == PixelSize(9, 9))
        for (x, y, color) in [(0, 0, 0), (8, 0, 1), (0, 8, 2), (8, 8, 3), (3, 3, 0), (5, 5, 3)] {
            #expect(bitmap[x, y] == Self.colors[color], "\(x),\(y)")
        }
    }

    @Test(arguments: [ImageFormat.png, .webp, .gif, .bmp])
    func `a reduced picture has no new colours, whatever its format could do while decoding`(
        _ format: ImageFormat
    ) async throws {
        let folder = try Folder()
        let file = try art(33, format, in: folder)
        let outcome = try await Tool().run(
            "get", file, "--size", "7x7", "--filter", "nearest", "-o", folder("b.png"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bitmap = try Pictures.decode(folder.read("b.png"))
        #expect(bitmap.size == PixelSize(7, 7))
        for y in 0..<7 {
            for x in 0..<7 {
                #expect(Self.colors.contains(bitmap[x, y]), "\(x),\(y): \(bitmap[x, y])")
            }
        }
    }

    @Test func `a filter without a size, and an unknown one, are told`() async throws {
        let folder = try Folder()
        let file = try art(1, .png, in: folder)
        let alone = try await Tool().run("get", file, "--filter", "nearest", "-o", folder("b.png"))
        #expect(alone.status == 64 && alone.errors.contains("--filter needs --size"), "\(alone)")
        let other = try await Tool().run(
            "get", file, "--size", "9x", "--filter", "nearset", "-o", folder("b.png"))
        #expect(other.status == 64 && other.errors.contains("'nearest'"), "\(other.errors)")
    }
}
