import TestSupport
import Testing
import WebImagePixels

/// Gain maps that follow the moves of their base.
@Suite struct MovedGainMapTests {
    private static let numbers = GainMap(
        kind: .iso21496, size: PixelSize(12, 8), channelCount: 1,
        channels: [GainMapChannel(minimum: -1, maximum: 3)], baseHeadroom: 0,
        alternateHeadroom: 3)
    private static let map = Scene.noise(size: PixelSize(12, 8), seed: 7, isOpaque: true)

    private func moved(
        _ moves: PixelMove..., base: PixelSize = PixelSize(24, 16)
    ) -> Bitmap {
        var moved = MovedGainMap(Self.map, of: Self.numbers, base: base)
        moved.add(moves)
        return moved.result()
    }

    @Test func `a map without moves stays as it is`() {
        #expect(moved() == Self.map)
    }

    @Test(arguments: Orientation.allCases)
    func `a map is turned as its base`(orientation: Orientation) {
        #expect(moved(.turn(orientation)) == Self.map.oriented(orientation))
    }

    @Test(arguments: Orientation.allCases)
    func `a crop after a turn finds the same pixels`(orientation: Orientation) {
        let rect = PixelRect(x: 4, y: 2, size: PixelSize(8, 10))
        let half = PixelRect(x: 2, y: 1, size: PixelSize(4, 5))
        let expected = Self.map.oriented(orientation).cropped(to: half)
        let result = moved(.turn(orientation), .crop(rect))
        #expect(result.size == expected.size)
        #expect(result.largestDifference(from: expected) <= 1)
    }

    @Test(arguments: Orientation.allCases)
    func `a turn after a crop finds the same pixels`(orientation: Orientation) {
        let rect = PixelRect(x: 6, y: 4, size: PixelSize(16, 8))
        let half = PixelRect(x: 3, y: 2, size: PixelSize(8, 4))
        let expected = Self.map.cropped(to: half).oriented(orientation)
        #expect(moved(.crop(rect), .turn(orientation)).largestDifference(from: expected) <= 1)
    }

    @Test func `a map keeps its relation to the size of the base`() {
        #expect(moved(.scale(to: PixelSize(12, 8))).size == PixelSize(6, 4))
        #expect(moved(.scale(to: PixelSize(48, 32))).size == PixelSize(24, 16))
        #expect(moved(.scale(to: PixelSize(1, 1))).size == PixelSize(1, 1))
        let turned = moved(.turn(.right), base: PixelSize(24, 8))
        #expect(turned.size == PixelSize(8, 12))
        // A base of 25 pixels has a map of 12: half a pixel is rounded.
        let upper = PixelRect(x: 0, y: 0, size: PixelSize(25, 8))
        #expect(moved(.crop(upper), base: PixelSize(25, 16)).size == PixelSize(12, 4))
    }

    @Test func `the canvas around a base has no gain`() {
        let canvas = moved(.canvas(PixelSize(28, 20), atX: 2, y: 4))
        #expect(canvas.size == PixelSize(14, 10))
        // (0 + 1) / (3 + 1) of 255.
        #expect(canvas[0, 0] == SIMD4(64, 64, 64, 255))
        let picture = canvas.cropped(to: PixelRect(x: 1, y: 2, size: PixelSize(12, 8)))
        #expect(picture == Self.map)
    }

    @Test func `a canvas cuts what is outside of it`() {
        let result = moved(.canvas(PixelSize(8, 8), atX: -4, y: -2))
        let expected = Self.map.cropped(to: PixelRect(x: 2, y: 1, size: PixelSize(4, 4)))
        #expect(result.largestDifference(from: expected) <= 1)
    }

    @Test func `a part of the canvas alone has no gain`() {
        let result = moved(
            .canvas(PixelSize(40, 16), atX: 0, y: 0),
            .crop(PixelRect(x: 30, y: 0, size: PixelSize(8, 8))))
        #expect(result.size == PixelSize(4, 4))
        #expect(result[3, 3] == SIMD4(64, 64, 64, 255))
    }

    @Test func `a rotation fills the corners without a gain`() {
        let result = moved(.rotate(degrees: 45))
        #expect(result[0, 0] == SIMD4(64, 64, 64, 255))
        #expect(result.isOpaque)
        #expect(moved(.rotate(degrees: 90)) == Self.map.oriented(.right))
    }

    @Test func `pixels that were scaled while they were decoded are placed alike`() {
        var whole = MovedGainMap(
            Self.map, of: Self.numbers, size: PixelSize(24, 16), base: PixelSize(24, 16))
        whole.add([.scale(to: PixelSize(12, 8))])
        #expect(whole.neededSize == PixelSize(12, 8))
        #expect(whole.result() == Self.map)
    }

    @Test func `a crop asks for the scale of its part`() {
        var moved = MovedGainMap(Self.map, of: Self.numbers, base: PixelSize(24, 16))
        moved.add([
            .crop(PixelRect(x: 0, y: 0, size: PixelSize(12, 8))), .scale(to: PixelSize(6, 4)),
        ])
        #expect(moved.size == PixelSize(3, 2))
        #expect(moved.neededSize == PixelSize(6, 4))
    }
}

extension Bitmap {
    /// The largest difference of a channel; 255 for another size.
    fileprivate func largestDifference(from other: Bitmap) -> Int {
        guard size == other.size else { return 255 }
        var most = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in 0..<4 {
                    most = max(most, abs(Int(self[x, y][channel]) - Int(other[x, y][channel])))
                }
            }
        }
        return most
    }
}
