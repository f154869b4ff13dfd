import Testing
import WebImage

/// Rules and transforms that keep the part of a picture that catches the eye.
struct SmartCropTests {
    /// A grey picture of 160x80 with a spotted square at column 120.
    private static let picture: ByteBlock = {
        var bitmap = Bitmap(size: PixelSize(160, 80), isOpaque: true)
        for y in 0..<80 {
            for x in 0..<160 {
                let isSpot =
                    (120..<150).contains(x) && (25..<55).contains(y) && (x / 3 + y / 3) % 2 == 0
                bitmap[x, y] = isSpot ? SIMD4(30, 60, 220, 255) : SIMD4(128, 128, 128, 255)
            }
        }
        guard let bytes = try? BMPEncoder().encode(bitmap, settings: EncodeSettings()) else {
            preconditionFailure("An opaque picture always encodes.")
        }
        return bytes
    }()

    private func redColumns(of request: ImageRequest) async throws -> [Int] {
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        let poster = try await pipeline.image(for: request).image.poster
        return (0..<poster.size.width).filter { x in
            (0..<poster.size.height).contains { y in
                Int(poster[x, y][2]) > Int(poster[x, y][0]) + 40
            }
        }
    }

    @Test(arguments: ["fill:40x40,at:smart", "fit:80x80,crop:80x80@smart", "fill:80x80,at:smart"])
    func `a rule keeps it`(rule: String) async throws {
        var request = ImageRequest(ImageSource.data(Self.picture))
        request.targetSizing = try TargetSizing(rule)
        #expect(try await redColumns(of: request).count >= 12)
        request.targetSizing = try TargetSizing(rule.replacing("smart", with: "west"))
        #expect(try await redColumns(of: request).isEmpty)
    }

    @Test func `a rule and a transform keep the same`() async throws {
        var request = ImageRequest(ImageSource.data(Self.picture))
        request.targetSizing = try TargetSizing("fit,crop:60x60@smart")
        let byRule = try await redColumns(of: request)
        let other = ImageRequest(
            ImageSource.data(Self.picture),
            transforms: [.crop(to: PixelSize(60, 60), at: .attention)])
        #expect(try await redColumns(of: other) == byRule)
    }
}
