import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// A rule of sizes as a transform.
struct SizedTests {
    private static let rules = [
        "fit:64x,crop:0.5x0.5@northwest", "fit,crop:90x70@southeast", "fill:60x60,at:east",
        "fill:60x60", "fit:50x", "stretch:40x90", "auto:50x50", "fit:40x40,min:80x,at:south",
        "fill:60x60,at:focus:0.3:0.9,dpr:1.5", "fill-down:400x300,at:southwest",
        "exact:90x20,crop:0.8x0.8@west", "fit:100x100,extend:south", "fit:50x,pad:3:4:5:6,dpr:2",
        "fit:80x80,extend-ratio:west,pad:1:1:1:1", "fit:300x,crop:50x40@east,enlarge",
        "fit:64x64,turn:90,crop:0.7x0.4@southwest", "fill:60x90,turn:270,mirror,at:north",
        "fit,crop:90x70@smart", "fill:60x60,at:smart", "fit:300x300,max:77,pad:9:0:9:0",
    ]
    private static let picture = Bitmap.photograph(201, 127)

    private static func sized(_ bitmap: Bitmap, _ rule: String) throws -> Bitmap {
        try BuiltInTransform.sized(try TargetSizing(rule)).apply(to: bitmap)
    }

    @Test(arguments: rules)
    func `a picture is sized as by the rule of a request`(rule: String) async throws {
        let bytes = try BMPEncoder().encode(Self.picture, settings: EncodeSettings())
        let test = TestPipeline(bytes: bytes)
        var request = ImageRequest("http://origin.test/a.bmp")
        request.targetSizing = try TargetSizing(rule)
        let expected = try await test.pipeline.image(for: request).image.poster
        let found = try Self.sized(Self.picture, rule)
        #expect(found.size == expected.size && found.isOpaque == expected.isOpaque)
        #expect(ImageComparison(found, expected).maximum <= 1)
        let told = BuiltInTransform.sized(try TargetSizing(rule)).resultSize(of: Self.picture.size)
        #expect(told.area >= found.size.area)
    }

    @Test func `behind a trim the numbers are those of the trimmed picture`() throws {
        var framed = Bitmap.flat(300, 200, Pixel(255, 255, 255, 255))
        framed.composite(Bitmap.flat(80, 40, Pixel(10, 20, 200, 255)), atX: 30, y: 50)
        let trimmed = try BuiltInTransform.trim().apply(to: framed)
        #expect(try Self.sized(trimmed, "fit,crop:0.5x").size == PixelSize(40, 40))
        #expect(try Self.sized(trimmed, "fit:60x60,extend").size == PixelSize(60, 60))
        #expect(try Self.sized(trimmed, "fit,pad:5:5:5:5").size == PixelSize(90, 50))
    }

    @Test func `effects see the scaled picture without its canvas`() throws {
        let rule = try TargetSizing("fit:60x,extend,pad:3:4:5:6")
        let effects: [BuiltInTransform] = [.blur(2), .background(.white), .pixelate(7)]
        let found = try BuiltInTransform.sized(rule, effects: effects).apply(to: Self.picture)
        var part = try Self.sized(Self.picture, "fit:60x")
        for effect in effects { part = try effect.apply(to: part) }
        #expect(found.size == PixelSize(70, part.size.height + 8) && !found.isOpaque)
        let rect = PixelRect(x: 6, y: 3, size: part.size)
        #expect(ImageComparison(found.cropped(to: rect), part).maximum == 0)
        #expect(found[0, 0] == .zero && found[5, 10] == .zero && found[69, 20] == .zero)
    }

    @Test(arguments: ["fill:40x40,at:smart", "fit,crop:40x40@smart", "fill:40x40,turn:90,at:smart"])
    func `the part that catches the eye is that of the first frame`(rule: String) throws {
        let (left, right) = (Self.dot(at: 10), Self.dot(at: 100))
        let transform = BuiltInTransform.sized(try TargetSizing(rule))
        let placed = try #require(transform.placed(on: left) as? BuiltInTransform)
        #expect(try placed.apply(to: left) == transform.apply(to: left))
        #expect(try placed.apply(to: right).pixels.allSatisfy { $0.z == 0 })
        #expect(try transform.apply(to: right).pixels.contains { $0.z > 200 })
        #expect(try placed.placed(on: right).apply(to: right) == placed.apply(to: right))
    }

    @Test(arguments: [
        "fit:20000x,enlarge", "fit:1x1,zoom:1000000,enlarge,dpr:1000", "fit:30000x30000,extend",
        "fit,pad:0:16777216:0:0", "fit,min:2000000x", "exact:16777216x1,enlarge",
    ])
    func `a result beyond the limits is refused`(rule: String) {
        #expect(throws: TransformFailure.self) {
            try Self.sized(.flat(3, 2, Pixel(1, 2, 3, 255)), rule)
        }
    }

    @Test(
        arguments: [
            .crop(to: PixelSize(1, 1)), .trim(), .composite("a:b"), .blur(-1), .rotate(degrees: 9),
            .sized(TargetSizing()),
        ] as [BuiltInTransform])
    func `effects that change the size, or have a fault, are refused`(
        effect: BuiltInTransform
    ) {
        let transform = BuiltInTransform.sized(TargetSizing(), effects: [effect])
        #expect(transform.fault != nil)
        #expect(throws: TransformFailure.self) { try transform.apply(to: Self.picture) }
        let many = [BuiltInTransform](repeating: .grayscale(), count: 33)
        #expect(BuiltInTransform.sized(TargetSizing(), effects: many).fault != nil)
    }

    @Test(arguments: rules)
    func `a picture of one pixel is sized`(rule: String) throws {
        let dot = Bitmap.flat(1, 1, Pixel(9, 8, 7, 255))
        let plan = try TargetSizing(rule).plan(for: dot.size)
        #expect(try Self.sized(dot, rule).size == plan.canvas)
    }

    private static func dot(at x: Int) -> Bitmap {
        Bitmap(width: 120, height: 40) { column, row in
            (x..<x + 12).contains(column) && (10..<22).contains(row)
                ? Pixel(0, 0, 255, 255) : Pixel(60, 60, 0, 255)
        }
    }
}
