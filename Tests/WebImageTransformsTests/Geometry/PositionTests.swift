import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// The place of the part that a crop or `fill` keeps.
@Suite struct PositionTests {
    static let positions: [CropPosition] = [
        .gravity(.north), .gravity(.northeast), .gravity(.east), .gravity(.southeast),
        .gravity(.south), .gravity(.southwest), .gravity(.west), .gravity(.northwest),
        .gravity(.east, x: 4, y: 3), .gravity(.north, x: -0.25), .focus(x: 0.25, y: 0.75),
        .focus(x: 0, y: 1),
    ]

    @Test(arguments: positions + [.center], [PixelSize(11, 7), PixelSize(90, 7), PixelSize(0, 5)])
    func `a crop has the pixels of its place`(_ position: CropPosition, _ size: PixelSize) throws {
        let source = Bitmap.transparency(80, 40)
        let whole = PixelSize(width: size.width == 0 ? 80 : size.width, height: size.height)
        let rect = position.rect(of: whole, in: source.size)
        #expect(try Crop(size, at: position).apply(to: source) == source.cropped(to: rect))
    }

    @Test(arguments: positions, ResampleFilter.allCases)
    func `fill keeps the pixels of its place in the scaled picture`(
        _ position: CropPosition, _ filter: ResampleFilter
    ) throws {
        let source = Bitmap.transparency(80, 40)
        for (box, scaled) in [
            (PixelSize(20, 20), PixelSize(40, 20)), (PixelSize(40, 10), PixelSize(40, 20)),
        ] {
            let whole = source.resampled(to: scaled, filter: filter)
            let expected = whole.cropped(to: position.rect(of: box, in: scaled))
            let result = try Resize(.fill, box, filter: filter, at: position).apply(to: source)
            #expect(result == expected)
        }
    }

    @Test(arguments: positions)
    func `fill of a picture that keeps its scale copies pixels`(_ position: CropPosition) throws {
        let source = Bitmap.photograph(50, 20)
        let result = try Resize(.fill, PixelSize(30, 40), at: position).apply(to: source)
        let rect = position.rect(of: PixelSize(30, 20), in: source.size)
        #expect(result == source.cropped(to: rect))
    }

    @Test(arguments: [(10, 10), (230, 20), (120, 60), (10, 110), (220, 100)])
    func `smart crops keep a subject`(_ x: Int, _ y: Int) throws {
        let picture = Bitmap(width: 300, height: 160) { column, row in
            (x..<x + 40).contains(column) && (y..<y + 40).contains(row)
                ? Pixel(20, 30, 230, 255) : Pixel(120, 125, 130, 255)
        }
        let cropped = try Crop(PixelSize(90, 90), at: .attention).apply(to: picture)
        #expect(cropped.pixels.count { $0.z == 230 } >= 1440)
        let filled = try Resize(.fill, PixelSize(80, 80), at: .attention).apply(to: picture)
        #expect(filled.size == PixelSize(80, 80))
        #expect(filled.pixels.count { $0.z > 200 } >= 330)
    }

    @Test func `a place that is found once is used for other pictures`() throws {
        let (left, right) = (Self.dot(at: 10), Self.dot(at: 100))
        for transform in [
            .crop(to: PixelSize(40, 40), at: .attention),
            .resize(to: PixelSize(20, 20), fit: .fill, at: .attention),
        ] as [BuiltInTransform] {
            let placed = transform.placed(on: left)
            #expect(try placed.apply(to: left) == transform.apply(to: left))
            #expect(try placed.apply(to: right).pixels.allSatisfy { $0.z == 0 })
            #expect(try transform.apply(to: right).pixels.contains { $0.z > 200 })
        }
    }

    @Test func `a place of a crop is found in the pixels`() throws {
        let picture = Bitmap.photograph(90, 60)
        let size = PixelSize(30, 30)
        let expected = picture.cropped(to: picture.attentionRect(of: size))
        #expect(try Crop(size, at: .attention).apply(to: picture) == expected)
    }

    private static func dot(at x: Int) -> Bitmap {
        Bitmap(width: 120, height: 40) { column, row in
            (x..<x + 12).contains(column) && (10..<22).contains(row)
                ? Pixel(0, 0, 255, 255) : Pixel(60, 60, 0, 255)
        }
    }
}
