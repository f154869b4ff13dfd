import Foundation
import Testing

@testable import WebImagePixels

/// Gains applied to a base, compared with the formula of ISO 21496-1 in `Double`.
@Suite struct GainMapLightTests {
    /// The numbers of one case.
    struct Case: Sendable {
        var channelCount = 1
        var gammas = [1.0]
        var base = 0.0
        var alternate = 2.0
        var offsets = (1 / 64.0, 1 / 64.0)
        var weight = 1.0
        var size = PixelSize(width: 37, height: 23)
        var mapSize = PixelSize(width: 11, height: 9)
        var isOpaque = true
        var isDeep = false

        var map: GainMap {
            let channels = gammas.enumerated().map { index, gamma in
                GainMapChannel(
                    minimum: -0.3 + Double(index) / 5, maximum: 2.1 - Double(index) / 3,
                    gamma: gamma, baseOffset: offsets.0, alternateOffset: offsets.1)
            }
            return GainMap(
                kind: .iso21496, size: mapSize, channelCount: channelCount, channels: channels,
                baseHeadroom: base, alternateHeadroom: alternate)
        }
    }

    private static let cases = [
        Case(), Case(weight: 0), Case(weight: 0.5), Case(gammas: [2.2]), Case(gammas: [0.4]),
        Case(channelCount: 3, gammas: [1, 1, 1]), Case(channelCount: 3, gammas: [0.5, 1, 7]),
        Case(channelCount: 3), Case(gammas: [1, 2, 3], weight: 0.25),
        Case(base: 2, alternate: 0), Case(base: 3, alternate: 1, weight: 0.5),
        Case(offsets: (0, 0)), Case(offsets: (0.1, 0.02), weight: 0.3),
        Case(channelCount: 3, gammas: [1, 2, 1], offsets: (0.5, 0.25)),
        Case(mapSize: PixelSize(width: 1, height: 1)),
        Case(gammas: [3], mapSize: PixelSize(width: 1, height: 5)),
        Case(channelCount: 3, mapSize: PixelSize(width: 6, height: 1)),
        Case(size: PixelSize(width: 1, height: 1), mapSize: PixelSize(width: 3, height: 3)),
        Case(mapSize: PixelSize(width: 80, height: 61)),
        Case(size: PixelSize(width: 601, height: 3), mapSize: PixelSize(width: 301, height: 2)),
        Case(
            channelCount: 3, size: PixelSize(width: 515, height: 4),
            mapSize: PixelSize(width: 129, height: 2)),
        Case(isOpaque: false), Case(channelCount: 3, isOpaque: false), Case(isDeep: true),
        Case(channelCount: 3, gammas: [1.5, 1, 1], isOpaque: false, isDeep: true),
    ]

    @Test(arguments: cases)
    func `gains follow the formula`(_ sample: Case) throws {
        let (base, map) = (Self.base(sample), Self.values(sample))
        let gain = try #require(GainMapLight(map, of: sample.map, weight: sample.weight))
        let result = Self.sRGB().light(of: base, with: gain)
        #expect(result.sampleFormat == .rgbaHalf && result.isOpaque == sample.isOpaque)
        let shown = sample.base + (sample.alternate - sample.base) * sample.weight
        #expect(abs(result.headroom - max(pow(2, shown), 1)) < 1e-9)
        for y in 0..<base.size.height {
            for x in 0..<base.size.width {
                let found = result[light: x, y]
                let pixel = base[deep: x, y]
                let value = Self.value(of: map, x, y, base.size)
                for channel in 0..<3 {
                    let wanted = Self.light(
                        Self.linear(Double(pixel[channel]) / 65535), value[channel], channel,
                        sample)
                    let error = abs(Double(found[channel]) - wanted)
                    #expect(error <= 6e-4 * abs(wanted) + 2e-5, "\(x), \(y), \(channel)")
                }
                #expect(abs(found.w - Float(pixel.w) / 65535) <= 3e-4)
            }
        }
    }

    @Test func `a weight of 0 leaves the base as it is`() throws {
        var sample = Case()
        sample.offsets = (0.5, 0.25)
        let base = Self.base(sample)
        let gain = try #require(GainMapLight(Self.values(sample), of: sample.map, weight: 0))
        #expect(Self.sRGB().light(of: base, with: gain) == Self.sRGB().light(of: base))
    }

    @Test func `a weight is the share of a display in stops`() {
        var map = Case().map
        (map.baseHeadroom, map.alternateHeadroom) = (1, 3)
        #expect(map.weight(headroom: nil) == 1 && map.weight(headroom: 100) == 1)
        #expect(map.weight(headroom: 4) == 0.5 && map.weight(headroom: 2) == 0)
        #expect(map.weight(headroom: 0) == 0 && map.weight(headroom: .nan) == 0)
        (map.baseHeadroom, map.alternateHeadroom) = (3, 1)
        #expect(map.weight(headroom: nil) == 1 && map.weight(headroom: 1) == 1)
        #expect(map.weight(headroom: 4) == 0.5 && map.weight(headroom: 8) == 0)
        map.alternateHeadroom = 3
        #expect(map.weight(headroom: nil) == 0 && map.weight(headroom: 8) == 0)
        (map.baseHeadroom, map.alternateHeadroom) = (0, nil)
        #expect(abs(map.weight(headroom: pow(2, 1.05)) - 0.5) < 1e-12)
    }

    @Test func `gains in the primaries of the alternate are applied between two matrices`() throws {
        let sample = Case(channelCount: 3, gammas: [1, 1, 1])
        let (base, map) = (Self.base(sample), Self.values(sample))
        let first = LightMatrix(
            red: SIMD3(0.8, 0.1, 0), green: SIMD3(0.2, 0.9, 0.1), blue: SIMD3(0, 0, 0.9))
        let second = LightMatrix(
            red: SIMD3(1.2, -0.1, 0), green: SIMD3(-0.2, 1.1, -0.1), blue: SIMD3(0, 0, 1.1))
        let colors = GainMapLight.Colors(base: first, result: second)
        let gain = try #require(GainMapLight(map, of: sample.map, weight: 1, colors: colors))
        let result = Self.sRGB(first).light(of: base, with: gain)
        for (x, y) in [(0, 0), (5, 7), (36, 22)] {
            let pixel = base[deep: x, y]
            let value = Self.value(of: map, x, y, base.size)
            let light = SIMD3((0..<3).map { Float(Self.linear(Double(pixel[$0]) / 65535)) })
            let moved = first.apply(light)
            let brighter = SIMD3(
                (0..<3).map {
                    Float(Self.light(Double(moved[$0]), value[$0], $0, sample))
                })
            let (wanted, found) = (second.apply(brighter), result[light: x, y])
            for channel in 0..<3 {
                #expect(abs(found[channel] - wanted[channel]) < 1e-3 * max(abs(wanted[channel]), 1))
            }
        }
    }

    @Test func `numbers at the limits give light, and no others`() throws {
        for (gain, gamma, offset) in [(64.0, 64.0, 64.0), (-64, 0.001, -64), (64, 0.015, 0)] {
            var sample = Case()
            sample.mapSize = PixelSize(width: 2, height: 2)
            var map = sample.map
            map.channels = [
                GainMapChannel(
                    minimum: -gain, maximum: gain, gamma: gamma, baseOffset: offset,
                    alternateOffset: -offset)
            ]
            let light = try #require(GainMapLight(Self.values(sample), of: map, weight: 1))
            let result = Self.sRGB().light(of: Self.base(sample), with: light)
            for y in 0..<result.size.height {
                for x in 0..<result.size.width {
                    let pixel = result[light: x, y]
                    #expect(pixel == pixel && abs(pixel.x) <= 65504 && pixel.w == 1)
                }
            }
        }
        var map = Case().map
        let pixels = Bitmap(size: map.size, isOpaque: true)
        #expect(GainMapLight(pixels, of: map, weight: .nan) == nil)
        map.channels[0].gamma = 0
        #expect(GainMapLight(pixels, of: map, weight: 1) == nil)
        map.channels[0].gamma = .nan
        #expect(GainMapLight(pixels, of: map, weight: 1) == nil)
        map.channels = []
        #expect(GainMapLight(pixels, of: map, weight: 1) == nil)
    }

    @Test func `a cancelled application leaves the rest transparent`() async throws {
        let sample = Case(size: PixelSize(width: 300, height: 40))
        let base = Self.base(sample)
        let gain = try #require(GainMapLight(Self.values(sample), of: sample.map, weight: 1))
        let result = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return KernelCancellation.observing { Self.sRGB().light(of: base, with: gain) }
        }.value
        for y in 0..<40 { #expect(result[light: 299, y] == .zero) }
    }
}

extension GainMapLightTests {
    /// The conversion of sRGB.
    fileprivate static func sRGB(_ matrix: LightMatrix? = nil) -> LightDecoding {
        let curve = (0...65535).map { Float(linear(Double($0) / 65535)) }
        return LightDecoding(curves: [curve], matrix: matrix, headroom: 1)
    }

    fileprivate static func linear(_ level: Double) -> Double {
        level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
    }

    /// The formula of the standard.
    fileprivate static func light(
        _ base: Double, _ value: Double, _ channel: Int, _ sample: Case
    ) -> Double {
        guard sample.weight > 0 else { return base }
        let channels = sample.map.channels
        let numbers = channels.count == 1 ? channels[0] : channels[channel]
        let stops =
            numbers.minimum + (numbers.maximum - numbers.minimum) * pow(value, 1 / numbers.gamma)
        let weight = sample.alternate < sample.base ? -sample.weight : sample.weight
        return (base + numbers.baseOffset) * pow(2, stops * weight) - numbers.alternateOffset
    }

    /// The values of red, green and blue between the pixels of a map.
    fileprivate static func value(
        of map: Bitmap, _ x: Int, _ y: Int, _ size: PixelSize
    ) -> [Double] {
        func place(_ index: Int, _ side: Int, _ mapSide: Int) -> (Int, Int, Double) {
            let middle = (Double(index) + 0.5) / Double(side) * Double(mapSide) - 0.5
            let inside = min(max(middle, 0), Double(mapSide - 1))
            return (Int(inside), min(Int(inside) + 1, mapSide - 1), inside - floor(inside))
        }
        let (left, right, across) = place(x, size.width, map.size.width)
        let (top, bottom, down) = place(y, size.height, map.size.height)
        return [2, 1, 0].map { byte in
            let rows = [top, bottom].map { row in
                let (one, other) = (Double(map[left, row][byte]), Double(map[right, row][byte]))
                return one + (other - one) * across
            }
            return (rows[0] + (rows[1] - rows[0]) * down) / 255
        }
    }

    fileprivate static func base(_ sample: Case) -> Bitmap {
        var random = Random(state: 7)
        var base = Bitmap(
            size: sample.size, as: sample.isDeep ? .rgba16 : .bgra8, isOpaque: sample.isOpaque)
        for y in 0..<sample.size.height {
            for x in 0..<sample.size.width {
                let alpha = sample.isOpaque ? 65535 : 20_000 + random.next(45_000)
                base[deep: x, y] = SIMD4(
                    UInt16(random.next(65536)), UInt16(random.next(65536)),
                    UInt16(random.next(65536)), UInt16(alpha))
            }
        }
        return base
    }

    fileprivate static func values(_ sample: Case) -> Bitmap {
        var random = Random(state: 11)
        var map = Bitmap(size: sample.mapSize, isOpaque: true)
        for y in 0..<sample.mapSize.height {
            for x in 0..<sample.mapSize.width {
                let gray = UInt8(random.next(256))
                map[x, y] =
                    sample.channelCount == 1
                    ? SIMD4(gray, gray, gray, 255)
                    : SIMD4(gray, UInt8(random.next(256)), UInt8(random.next(256)), 255)
            }
        }
        return map
    }
}

/// Numbers that look random, the same in each run.
struct Random {
    var state: UInt32

    mutating func next(_ count: Int) -> Int {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int(state >> 8) * count >> 24
    }
}
