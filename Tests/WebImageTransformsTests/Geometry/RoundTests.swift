import TestSupport
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

@Suite struct RoundTests {
    private let red = RGBAColor(red: 255, green: 0, blue: 0)

    @Test(arguments: [1, 2, 3, 8, 25, 40])
    func `a circle covers π r²`(_ side: Int) throws {
        let result = try Circle().apply(to: .flat(side, side, Pixel(1, 2, 3, 255)))
        let radius = Double(side) / 2
        #expect(abs(result.coveredArea - .pi * radius * radius) < 0.05 + radius * 0.01)
    }

    @Test func `a circle is cut from the middle and leaves it untouched`() throws {
        let source = Bitmap.photograph(51, 30)
        let result = try Circle().apply(to: source)
        #expect(result.size == PixelSize(30, 30))
        for (x, y) in [(0, 0), (29, 0), (0, 29), (29, 29), (3, 3)] {
            #expect(result[x, y] == .zero)
        }
        for y in 0..<30 {
            for x in 0..<30 {
                let (right, down) = (Double(x) - 14.5, Double(y) - 14.5)
                if (right * right + down * down).squareRoot() > 14.4 { continue }
                #expect(result[x, y] == source[x + 10, y])
            }
        }
        #expect(!result.isOpaque && result.isPremultiplied)
    }

    @Test(arguments: [0, 1, 2, 5, 7, 12, 15])
    func `only the chosen corners become round`(_ bits: UInt8) throws {
        let corners = Corners(rawValue: bits)
        let source = Bitmap.flat(30, 20, Pixel(10, 20, 30, 255))
        let result = try RoundCorners(6, corners: corners).apply(to: source)
        let places: [(Corners, Int, Int)] = [
            (.topLeft, 0, 0), (.topRight, 29, 0), (.bottomLeft, 0, 19), (.bottomRight, 29, 19),
        ]
        var cut = 0.0
        for (corner, x, y) in places {
            #expect(result[x, y].w == (corners.contains(corner) ? 0 : 255))
            if corners.contains(corner) { cut += 36 - .pi * 9 }
        }
        #expect(abs(result.coveredArea - (600 - cut)) < 0.2)
        #expect(result[15, 10] == source[15, 10])
    }

    @Test(arguments: [(40.0, 16.0), (9.5, 9.5), (3.25, 3.25), (0, 0), (16_777_216, 16)])
    func `coverage agrees with a count of many points`(_ asked: Double, _ held: Double) throws {
        let result = try RoundCorners(asked).apply(to: .flat(33, 32, Pixel(0, 0, 0, 255)))
        var largest = 0.0
        for y in 0..<32 {
            for x in 0..<33 {
                let expected = share(x, y, PixelSize(33, 32), radius: held, inset: 0)
                largest = max(largest, abs(Double(result[x, y].w) / 255 - expected))
            }
        }
        #expect(largest < 0.03)
    }

    @Test(arguments: [1.0, 2, 3.5])
    func `a border follows the outline inside`(_ width: Double) throws {
        let source = Bitmap.flat(24, 20, Pixel(255, 255, 255, 255))
        let result = try RoundCorners(7, borderWidth: width, borderColor: red).apply(to: source)
        for y in 0..<20 {
            for x in 0..<24 {
                let outer = share(x, y, source.size, radius: 7, inset: 0)
                let inner = share(x, y, source.size, radius: 7, inset: width)
                let pixel = result[x, y]
                #expect(abs(Double(pixel.w) / 255 - outer) < 0.03)
                // The inner part is white, so blue is its share; red is everywhere.
                #expect(abs(Double(pixel.x) / 255 - inner) < 0.05, "\(x) \(y) \(pixel) \(inner)")
                #expect(pixel.z == pixel.w)
            }
        }
    }

    @Test func `a border of whole pixels along straight edges is sharp`() throws {
        let result = try RoundCorners(0, borderWidth: 2, borderColor: red)
            .apply(to: .flat(9, 8, Pixel(1, 2, 3, 255)))
        let expected = Bitmap(width: 9, height: 8) { x, y in
            (2..<7).contains(x) && (2..<6).contains(y) ? Pixel(1, 2, 3, 255) : Pixel(0, 0, 255, 255)
        }
        #expect(result == expected)
    }

    @Test func `a translucent border lets the picture through`() throws {
        let half = RGBAColor(red: 255, green: 0, blue: 0, alpha: 128)
        let result = try Circle(borderWidth: 4, color: half)
            .apply(to: .flat(20, 20, Pixel(255, 255, 255, 255)))
        #expect(result[10, 1] == Pixel(127, 127, 255, 255))
        #expect(result[10, 10] == Pixel(255, 255, 255, 255))
    }

    @Test func `a border wider than the picture hides it`() throws {
        let result = try Circle(borderWidth: 1000, color: red).apply(to: .photograph(20, 20))
        #expect(result[10, 10] == Pixel(0, 0, 255, 255))
        #expect(result[0, 0] == .zero)
    }

    @Test(arguments: [Double.nan, .infinity, -1])
    func `a radius or border that is none is refused`(_ value: Double) {
        let transforms: [any ImageTransform] = [
            RoundCorners(value), RoundCorners(1, borderWidth: value), Circle(borderWidth: value),
            Blur(value),
        ]
        for transform in transforms {
            #expect(throws: TransformFailure.self) { try transform.apply(to: .flat(2, 2, .zero)) }
        }
    }

    /// Returns the share of a pixel's 16 × 16 points inside of a rectangle with round corners.
    private func share(
        _ x: Int, _ y: Int, _ size: PixelSize, radius: Double, inset: Double
    ) -> Double {
        let (width, height) = (Double(size.width), Double(size.height))
        let inner = max(radius - inset, 0)
        var inside = 0.0
        for step in 0..<256 {
            let px = Double(x) + (Double(step % 16) + 0.5) / 16
            let py = Double(y) + (Double(step / 16) + 0.5) / 16
            let dx = max(inset + inner - px, px - (width - inset - inner), 0)
            let dy = max(inset + inner - py, py - (height - inset - inner), 0)
            let isInBox = px >= inset && py >= inset && px <= width - inset && py <= height - inset
            if isInBox, dx * dx + dy * dy <= inner * inner || inner == 0 { inside += 1 }
        }
        return inside / 256
    }
}
