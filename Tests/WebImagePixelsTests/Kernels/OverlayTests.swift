import TestSupport
import Testing
import WebImagePixels

/// Pictures drawn on others at an opacity, once and as tiles.
@Suite struct OverlayTests {
    /// Returns source over at an opacity: the nearest byte to an exact fraction, of two the higher
    /// one.
    private static func over(
        _ top: SIMD4<UInt8>, _ below: SIMD4<UInt8>, _ opacity: Double
    ) -> SIMD4<UInt8> {
        let (whole, share) = (255 * 65536, Int((opacity * 65536).rounded()))
        var result = below
        for channel in 0..<4 {
            let sum =
                share * Int(top[channel]) * 255
                + Int(below[channel]) * (whole - share * Int(top[3]))
            result[channel] = UInt8((2 * sum + whole) / (2 * whole))
        }
        return result
    }

    @Test(arguments: [0, 1 / 65536, 0.25, 0.5, 0.75, 1 - 1 / 65536, 1] as [Double])
    func `every channel is rounded once`(opacity: Double) {
        // Each alpha, with a channel up to it, over each value of a prime's multiples.
        let size = PixelSize(width: 256, height: 255)
        var (bottom, top) = (Bitmap(size: size), Bitmap(size: size))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let alpha = UInt8(x)
                top[x, y] = SIMD4(UInt8(x * y / 255), alpha / 2, UInt8(y % (x + 1)), alpha)
                bottom[x, y] = SIMD4(UInt8(y * 7 & 127), 128, UInt8(y), 255)
            }
        }
        var result = bottom
        result.composite(top, atX: 0, y: 0, opacity: opacity)
        var wrong = 0
        for y in 0..<size.height {
            for x in 0..<size.width
            where result[x, y] != Self.over(top[x, y], bottom[x, y], opacity) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    private static let offsets = [
        (0, 0), (3, 2), (-4, -5), (12, 10), (-8, 0), (13, 0), (.min, .max), (.max, .min),
    ]

    @Test(arguments: offsets)
    func `the part outside is cut`(offset: (Int, Int)) {
        let bottom = Scene.noise(size: PixelSize(width: 13, height: 11), seed: 1)
        let top = Scene.noise(size: PixelSize(width: 9, height: 12), seed: 2)
        var result = bottom
        result.composite(top, atX: offset.0, y: offset.1, opacity: 0.5)
        for y in 0..<11 {
            for x in 0..<13 {
                let (u, v) = (Double(x) - Double(offset.0), Double(y) - Double(offset.1))
                let isInside = u >= 0 && v >= 0 && u < 9 && v < 12
                let expected =
                    isInside
                    ? Self.over(top[Int(u), Int(v)], bottom[x, y], 0.5) : bottom[x, y]
                #expect(result[x, y] == expected)
            }
        }
    }

    @Test(
        arguments: [
            (PixelSize(width: 4, height: 3), PixelSize(width: 0, height: 0)),
            (PixelSize(width: 4, height: 3), PixelSize(width: 3, height: 2)),
            (PixelSize(width: 1, height: 1), PixelSize(width: 0, height: 0)),
            (PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 40)),
            (PixelSize(width: 30, height: 25), PixelSize(width: 5, height: 0)),
            (PixelSize(width: 2, height: 2), PixelSize(width: 1 << 24, height: 1 << 24)),
        ])
    func `tiles are laid from the middle`(tile: PixelSize, gap: PixelSize) {
        for size in [PixelSize(width: 17, height: 9), PixelSize(width: 16, height: 10)] {
            let bottom = Scene.noise(size: size, seed: 1, isOpaque: true)
            let top = Scene.noise(size: tile, seed: 2)
            var result = bottom
            result.composite(tiles: top, gap: gap, opacity: 0.75)
            // As imgproxy: cells with half of the gap before the tile, an odd number of them, and
            // the middle of all cut out.
            let pitch = PixelSize(width: tile.width + gap.width, height: tile.height + gap.height)
            func place(_ at: Int, _ side: Int, _ pitch: Int, _ gap: Int) -> Int {
                let count = (side + pitch - 1) / pitch
                let odd = count % 2 == 0 ? count + 1 : count
                return (at + (odd * pitch - side) / 2) % pitch - gap / 2
            }
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let u = place(x, size.width, pitch.width, gap.width)
                    let v = place(y, size.height, pitch.height, gap.height)
                    let isInk = u >= 0 && v >= 0 && u < tile.width && v < tile.height
                    let expected =
                        isInk ? Self.over(top[u, v], bottom[x, y], 0.75) : bottom[x, y]
                    #expect(result[x, y] == expected, "\(size) \(x) \(y)")
                }
            }
            #expect(result.isOpaque && result.allPixels.allSatisfy { $0.w == 255 })
        }
    }

    @Test func `the ink of a picture is all that is not transparent`() {
        var picture = Bitmap(size: PixelSize(width: 9, height: 7))
        #expect(picture.inkRect == nil)
        picture[5, 2] = SIMD4(0, 0, 0, 1)
        #expect(picture.inkRect == PixelRect(x: 5, y: 2, size: PixelSize(width: 1, height: 1)))
        picture[2, 6] = SIMD4(9, 9, 9, 9)
        #expect(picture.inkRect == PixelRect(x: 2, y: 2, size: PixelSize(width: 4, height: 5)))
        let whole = PixelRect(x: 0, y: 0, size: picture.size)
        picture.fill(whole, with: SIMD4(repeating: 255))
        #expect(picture.inkRect == whole)
    }
}
