import Testing

/// The reference of colours, compared with published values.
struct ReferenceColorsTests {
    /// Values that CSS Color 4's sample code, Chromium and Little CMS give, within their rounding.
    @Test(arguments: [
        (12, 13, [220, 40, 40], [241, 0, 23]), (9, 13, [220, 40, 40], [255, 0, 24]),
        (1, 8, [220, 40, 40], [239, 110, 109]), (12, 13, [200, 30, 40], [218, 0, 27]),
        (1, 13, [220, 40, 40], [220, 40, 40]),
    ])
    func `known values`(primaries: Int, transfer: Int, stored: [Int], shown: [Int]) {
        let found = ReferenceColors(primaries: primaries, transfer: transfer)
            .levels(stored[0], stored[1], stored[2])
        #expect(zip(found, shown).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    }

    @Test func `a gamma with the primaries of Display P3`() {
        let colors = ReferenceColors(places: ReferenceColors.places(12), gamma: 1 / 0.45455)
        #expect(colors.levels(220, 40, 40) == [241, 0, 10])
    }

    /// In ST 2084 100 cd/m² are 0.508 and 1,000 are 0.752; BT.2408 has its white, 203 cd/m², at 58
    /// %.
    @Test func `PQ has its known levels`() {
        for (luminance, value) in [(100.0, 0.508), (203, 0.5807), (1000, 0.7518), (10000, 1)] {
            #expect(abs(ReferenceColors.perceptual(luminance / 10000) - value) < 0.0005)
            #expect(abs(ReferenceColors.perceptualLight(value) * 10000 / luminance - 1) < 0.01)
        }
    }

    /// BT.2408, table 1: reference white is 75 % of HLG, where PQ has 58 %.
    @Test func `white of HLG is that of PQ, the peak is white, and black is black`() {
        let (hlg, pq) = (
            ReferenceColors(primaries: 9, transfer: 18), ReferenceColors(primaries: 9, transfer: 16)
        )
        let (one, other) = (hlg.levels(.init(repeating: 0.75)), pq.levels(.init(repeating: 0.5807)))
        #expect(zip(one, other).allSatisfy { abs($0 - $1) <= 1 })
        #expect(hlg.levels(.init(repeating: 1)) == [255, 255, 255])
        #expect(pq.levels(.init(repeating: 0.7518)) == [255, 255, 255])
        #expect(pq.levels(.init()) == [0, 0, 0])
    }

    @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22])
    func `white of all primaries is white`(primaries: Int) {
        #expect(
            ReferenceColors(primaries: primaries, transfer: 13).levels(255, 255, 255)
                == [255, 255, 255])
    }

    /// The colorants of sRGB and Display P3 in the profiles of the ICC and of Apple.
    @Test(arguments: [
        (1, [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]]),
        (12, [[0.5151, 0.2412, -0.0011], [0.2919, 0.6922, 0.0419], [0.1572, 0.0666, 0.7841]]),
    ])
    func `colorants under D50`(primaries: Int, colorants: [[Double]]) {
        let found = ReferenceColors(primaries: primaries, transfer: 13).colorants
        for (one, other) in zip(found, colorants) {
            #expect(
                abs(one.x - other[0]) < 0.0002 && abs(one.y - other[1]) < 0.0002
                    && abs(one.z - other[2]) < 0.0002)
        }
    }

    @Test(arguments: [0, 1, 4, 5, 6, 7, 8, 9, 10])
    func `matrices are inverted`(matrix: Int) {
        for color in [SIMD3(0.8, 0.3, 0.1), SIMD3(0.1, 0.9, 0.5), SIMD3(repeating: 0.4)] {
            let planes = ReferenceColors.planes(color, matrix: matrix)
            let difference = ReferenceColors.values(planes, matrix: matrix) - color
            #expect((difference * difference).max() < 1e-12)
        }
        let white = ReferenceColors.planes(SIMD3(repeating: 1), matrix: matrix)
        #expect(abs(white.x - 1) < 1e-9 && (matrix == 0 || abs(white.y) + abs(white.z) < 1e-9))
    }

    /// BT.601 and BT.709: red of full strength has luma 0.299 or 0.2126, and Cr of 0.5.
    @Test func `red has its known planes`() {
        for (matrix, luma) in [(6, 0.299), (1, 0.2126), (9, 0.2627)] {
            let planes = ReferenceColors.planes(SIMD3(1, 0, 0), matrix: matrix)
            #expect(abs(planes.x - luma) < 1e-9 && abs(planes.z - 0.5) < 1e-9)
        }
    }
}
