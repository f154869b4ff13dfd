import TestSupport
import Testing
import WebImageCoding
import WebImageLoading
import WebImagePixels

@testable import WebImagePipeline
@testable import WebImageTransforms

/// The place, the size and the opacity of a second picture.
@Suite struct CompositeTransformTests {
    private static let mark = Bitmap(width: 4, height: 2) { x, y in
        Pixel(UInt8(10 + x), UInt8(20 + y), 200, 255)
    }
    private static let canvas = Bitmap.flat(20, 10, Pixel(1, 2, 3, 255))

    private static func draw(
        _ transform: BuiltInTransform, _ picture: Bitmap = mark, on canvas: Bitmap = canvas
    ) throws -> Bitmap {
        try transform.resolved(with: [picture]).apply(to: canvas)
    }

    /// Returns a copy of a canvas with the part of an opaque picture that lies inside.
    private static func pasted(_ picture: Bitmap, at place: (x: Int, y: Int)) -> Bitmap {
        Bitmap(width: canvas.size.width, height: canvas.size.height) { x, y in
            let (u, v) = (x - place.x, y - place.y)
            let isInside =
                u >= 0 && v >= 0 && u < picture.size.width && v < picture.size.height
            return isInside ? picture[u, v] : canvas[x, y]
        }
    }

    @Test(
        arguments: [
            (.center, 0, 0, 8, 4), (.north, 0, 0, 8, 0), (.northeast, 0, 0, 16, 0),
            (.east, 0, 0, 16, 4), (.southeast, 0, 0, 16, 8), (.south, 0, 0, 8, 8),
            (.southwest, 0, 0, 0, 8), (.west, 0, 0, 0, 4), (.northwest, 0, 0, 0, 0),
            (.northwest, 3, 2, 3, 2), (.southeast, 3, 2, 13, 6), (.center, -3, 2, 5, 6),
            // Shares of the sides; halves go to the even number.
            (.northwest, 0.25, 0.3, 5, 3), (.southeast, 0.125, 0.15, 14, 6),
            (.northwest, 2.5, 1.5, 2, 2), (.east, -0.5, 0, 19, 4),
            // One pixel stays inside.
            (.northwest, -100, 0, -3, 0), (.northwest, 100, 100, 19, 9),
            (.southeast, 100, 100, -3, -1), (.southeast, -16777216, 16777216, 19, -1),
        ] as [(Gravity, Double, Double, Int, Int)])
    func `gravity and distances give the place`(
        _ gravity: Gravity, _ x: Double, _ y: Double, _ left: Int, _ top: Int
    ) throws {
        let result = try Self.draw(.composite("a:b", at: gravity, x: x, y: y))
        #expect(result == Self.pasted(Self.mark, at: (left, top)))
    }

    @Test(arguments: Gravity.allCases)
    func `a picture larger than the other is cut at its place`(gravity: Gravity) throws {
        let large = Scene.noise(size: PixelSize(33, 21), seed: 3, isOpaque: true)
        let result = try Self.draw(.composite("a:b", at: gravity), large)
        let name = gravity.rawValue
        let left = name.contains("west") ? 0 : name.contains("east") ? -13 : -6
        let top = name.contains("north") ? 0 : name.contains("south") ? -11 : -5
        #expect(result == Self.pasted(large, at: (left, top)))
    }

    @Test(
        arguments: [
            (0.5, 10, 5), (1, 20, 10), (0.2, 4, 2), (0.01, 1, 1), (1e-9, 1, 1), (0.125, 2, 1),
        ])
    func `a scale fits the picture into a share of the other`(
        _ scale: Double, _ width: Int, _ height: Int
    ) throws {
        let red = Bitmap.flat(4, 2, Pixel(0, 0, 250, 255))
        let result = try Self.draw(.composite("a:b", at: .northwest, scale: scale), red)
        #expect(result == Self.pasted(.flat(width, height, Pixel(0, 0, 250, 255)), at: (0, 0)))
    }

    @Test(arguments: Gravity.allCases, [false, true])
    func `a scale above 1 shows the part that the other has room for`(
        gravity: Gravity, tiles: Bool
    ) throws {
        let mark = Bitmap.photograph(16, 8)
        let transform = BuiltInTransform.composite(
            "a:b", at: gravity, x: tiles ? 0 : 3, scale: 2, tiles: tiles)
        let whole = mark.resampled(to: PixelSize(40, 20))
        let place =
            tiles
            ? Gravity.center.origin(of: whole.size, in: Self.canvas.size, x: 0, y: 0)
            : gravity.origin(of: whole.size, in: Self.canvas.size, x: 3, y: 0)
        let result = try Self.draw(transform, mark)
        #expect(ImageComparison(result, Self.pasted(whole, at: place)).maximum <= 1)
    }

    @Test func `tiles of a scale above 1 repeat along the side that has room`() throws {
        let mark = Bitmap.flat(8, 1, Pixel(0, 0, 250, 255))
        let result = try Self.draw(.composite("a:b", y: 1, scale: 1.6, tiles: true), mark)
        // A tile of 32 x 4 with gaps of a pixel.
        let rows = (0..<10).map { result[0, $0] == Pixel(0, 0, 250, 255) }
        #expect(rows.count { $0 } == 8)
        #expect((0..<10).allSatisfy { y in (0..<20).allSatisfy { result[$0, y] == result[0, y] } })
    }

    @Test func `all frames of a size share one scaled picture`() throws {
        let transform = BuiltInTransform.composite("a:b", scale: 0.1, tiles: true)
        let overlay = try #require(transform.resolved(with: [Self.mark]) as? Overlay)
        func drawn(on canvas: PixelSize) throws -> Bitmap {
            try #require(overlay.drawn(on: canvas))
        }
        func address(of bitmap: Bitmap) -> UnsafePointer<UInt8> { bitmap.withUnsafeRows { $0 } }
        // It is kept alive, so that no other picture gets its address.
        let first = try drawn(on: Self.canvas.size)
        #expect(address(of: try drawn(on: Self.canvas.size)) == address(of: first))
        #expect(try overlay.apply(to: Self.canvas) == overlay.apply(to: Self.canvas))
        #expect(address(of: try drawn(on: Self.canvas.size)) == address(of: first))
        #expect(first.size == PixelSize(2, 1))
        #expect(try drawn(on: PixelSize(40, 40)).size == PixelSize(4, 2))
    }

    @Test func `a tall picture is scaled by the height`() throws {
        let red = Bitmap.flat(3, 6, Pixel(0, 0, 250, 255))
        let result = try Self.draw(.composite("a:b", at: .northwest, scale: 1), red)
        #expect(result == Self.pasted(.flat(5, 10, Pixel(0, 0, 250, 255)), at: (0, 0)))
    }

    @Test func `an opacity mixes both pictures`() throws {
        let white = Bitmap.flat(20, 10, Pixel(255, 255, 255, 255))
        let red = Bitmap.flat(20, 10, Pixel(0, 0, 255, 255))
        let half = try Self.draw(.composite("a:b", opacity: 0.5), red, on: white)
        // 127.5 is rounded up, once.
        #expect(half == .flat(20, 10, Pixel(128, 128, 255, 255)))
        #expect(try Self.draw(.composite("a:b", opacity: 0), red, on: white) == white)
        let clear = Bitmap.flat(20, 10, .zero)
        let faded = try Self.draw(.composite("a:b", opacity: 0.5), red, on: clear)
        #expect(faded == .flat(20, 10, Pixel(0, 0, 128, 128)))
    }

    @Test func `tiles cover the picture with the gaps between them`() throws {
        let result = try Self.draw(.composite("a:b", x: 2, y: 0.1, tiles: true))
        // Pitch 6 × 3: five columns and five rows, of which 5 columns and 2 rows are cut at the
        // left and at the top; half of each gap comes first.
        let expected = Bitmap(width: 20, height: 10) { x, y in
            let (u, v) = ((x + 5) % 6 - 1, (y + 2) % 3)
            return (0..<4).contains(u) && v < 2 ? Self.mark[u, v] : Self.canvas[x, y]
        }
        #expect(result == expected)
    }

    @Test func `a tile of one pixel covers a large picture`() throws {
        let large = Bitmap.flat(1500, 900, Pixel(0, 0, 0, 255))
        let result = try Self.draw(
            .composite("a:b", scale: 1e-6, tiles: true), .flat(1, 1, Pixel(9, 8, 7, 255)),
            on: large)
        #expect(result == .flat(1500, 900, Pixel(9, 8, 7, 255)))
    }

    @Test func `an animation's frames and a picture of one pixel are drawn on`() throws {
        let transform = BuiltInTransform.composite("a:b")
        #expect(transform.scope == .everyFrame)
        let dot = Bitmap.flat(1, 1, Pixel(0, 0, 0, 255))
        #expect(try Self.draw(transform, on: dot)[0, 0] == Self.mark[1, 0])
    }

    @Test func `without its input it fails, and says so without the URL`() {
        let transform = BuiltInTransform.composite("http://a.test/?secret", at: .east)
        let failure = #expect(throws: TransformFailure.self) {
            try transform.apply(to: Self.canvas)
        }
        #expect(
            failure?.description
                == "composite(at:east): the input is loaded by a pipeline only")
    }

    @Test(
        arguments: [
            .composite("a:b", opacity: 2), .composite("a:b", scale: 0),
            .composite("a:b", scale: 16.1),
            .composite("a:b", x: .nan), .composite("a:b", x: -1, tiles: true), .text(""),
            .text("a\u{0}"), .text("a\u{2028}b"), .text("a\u{FFFE}"), .text("a", size: 0),
            .text("a", font: "\"/><script/>"), .text(String(repeating: "a", count: 257), size: 1),
        ] as [BuiltInTransform])
    func `arguments out of range load nothing and fail`(_ transform: BuiltInTransform) {
        #expect(transform.fault != nil)
        #expect(throws: TransformFailure.self) { try transform.apply(to: Self.canvas) }
    }

    @Test(
        arguments: [
            .composite("a:b", x: .infinity), .composite("a:b", opacity: .nan),
            .composite("a:b", x: -3, y: -2, tiles: true), .composite("a:b", x: -7, tiles: true),
            .composite("a:b", scale: -1), .text("a", x: 1e300), .text("a", y: -9, tiles: true),
        ] as [BuiltInTransform])
    func `a place out of range draws nothing of a picture that is given`(
        _ transform: BuiltInTransform
    ) {
        #expect(throws: TransformFailure.self) {
            try transform.resolved(with: [Self.mark]).apply(to: Self.canvas)
        }
    }

    @Test func `text cannot become markup`() throws {
        let color = RGBAColor(red: 1, green: 2, blue: 3, alpha: 0)
        let text = BuiltInTransform.text("</text>&<script>\"'", color: color)
        guard case .data(let bytes)? = text.inputs.first?.source else {
            Issue.record("a text's input is data")
            return
        }
        let svg = bytes.withSpan { span in
            (0..<span.byteCount).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
        let written = String(decoding: svg, as: UTF8.self)
        #expect(
            written.hasSuffix(
                ">&lt;/text&gt;&amp;&lt;script&gt;&quot;&apos;</text></svg>"))
        #expect(written.contains("fill=\"#010203\" fill-opacity=\"0\""))
        #expect(written.contains("font-family=\"sans-serif\""))
    }

    @Test func `the name of a font is quoted`() {
        guard
            case .data(let bytes)? = BuiltInTransform.text("a", font: "Exo 2").inputs.first?.source
        else {
            Issue.record("a text's input is data")
            return
        }
        let svg = bytes.withSpan { span in
            (0..<span.byteCount).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
        #expect(String(decoding: svg, as: UTF8.self).contains("font-family=\"'Exo 2'\""))
    }
}
