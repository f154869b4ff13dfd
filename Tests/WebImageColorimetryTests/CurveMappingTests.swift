import Foundation
import Testing
import WebImageColorimetry
import WebImagePixels

@Suite struct CurveMappingTests {
    private static let pq = ColorCodePoints(primaries: .bt2020, transfer: .pq)
    private static let hlg = ColorCodePoints(primaries: .bt2020, transfer: .hlg)

    @Test func `curves that 8 bits hold need no mapping`() {
        let mapped = TransferFunction.allCases.filter {
            CurveMapping(ColorCodePoints(primaries: .p3, transfer: $0)) != nil
        }
        #expect(mapped == [.linear, .log100, .log316, .pq, .hlg])
    }

    @Test func `linear light of 16 bits has all levels`() throws {
        let linear = ColorCodePoints(primaries: .p3, transfer: .linear)
        let mapping = try #require(CurveMapping(linear))
        #expect(mapping.result == ColorDescription(primaries: 12, transfer: 13))
        for level in 0...255 {
            let value = Double(level) / 255
            let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            let sample = UInt16((light * 65535).rounded())
            #expect(mapping.row([sample, 0, 65535], 65535) == [255, 0, UInt8(level), 255])
        }
    }

    /// Greys of PQ by luminance, with content up to 1,000 cd/m².
    @Test func `PQ keeps dark and middle light, and bends bright light below white`() throws {
        let mapping = try #require(CurveMapping(Self.pq))
        func level(_ luminance: Double) -> Int {
            let sample = UInt16(
                (HighlightMapping.sample(ofLight: luminance / 10000) * 65535).rounded())
            return Int(mapping.row([sample, sample, sample], 65535)[0])
        }
        // Light below the knee, here 92 cd/m², is a part of 203.
        for luminance in [0.5, 2, 10, 26, 50, 90] {
            let light = luminance / 203
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            #expect(abs(Double(level(luminance)) - value * 255) <= 1)
        }
        let bright = [90, 203, 300, 400].map(level)
        #expect(bright == bright.sorted() && Set(bright).count == bright.count)
        #expect(level(0) == 0 && level(1000) == 255 && level(4000) == 255)
        #expect((220...240).contains(level(203)))
    }

    @Test func `hues of PQ stay, and no channel is clipped`() throws {
        let mapping = try #require(CurveMapping(Self.pq))
        func sample(_ luminance: Double) -> UInt16 {
            UInt16((HighlightMapping.sample(ofLight: luminance / 10000) * 65535).rounded())
        }
        let bright = mapping.row([sample(400), sample(100), sample(25)], 65535)
        let light = bright.map { level in
            let value = Double(level) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        #expect(bright[2] < 255)
        #expect(abs(light[2] / light[1] - 4) < 0.15 && abs(light[1] / light[0] - 4) < 0.3)
    }

    @Test(arguments: [(300.0, 255), (1000.0, 230), (4000.0, 205), (9999.0, 195), (10000.0, 195)])
    func `a stated peak bends less or more`(peak: Double, level: Int) throws {
        let mapping = try #require(CurveMapping(Self.pq, peak: peak))
        let sample = UInt16((HighlightMapping.sample(ofLight: 0.0203) * 65535).rounded())
        let found = Int(mapping.row([sample, sample, sample], 65535)[0])
        #expect(abs(found - level) <= 12)
    }

    @Test func `peaks that say nothing count as 1,000`() throws {
        let sample = UInt16(40000)
        let usual = try #require(CurveMapping(Self.pq)).row([sample, sample, sample], 65535)
        for peak in [0, -1, .nan, .infinity, 10001, 1e10] {
            let mapping = try #require(CurveMapping(Self.pq, peak: peak))
            #expect(mapping.row([sample, sample, sample], 65535) == usual)
        }
        for peak in [1e-10, 1, 100] {
            #expect(
                try #require(CurveMapping(Self.pq, peak: peak)).row([65535, 0, 0], 65535)[2] == 255)
        }
    }

    @Test func `HLG has its reference white where PQ has it`() throws {
        let hlg = try #require(CurveMapping(Self.hlg))
        let pq = try #require(CurveMapping(Self.pq))
        // BT.2408, table 1: reference white is 75 % of HLG and 58 % of PQ.
        let (one, other) = (hlg.row([768, 768, 768], 1023), pq.row([594, 594, 594], 1023))
        #expect(abs(Int(one[0]) - Int(other[0])) <= 3)
        #expect(hlg.row([1023, 1023, 1023], 1023) == [255, 255, 255, 255])
        #expect(hlg.row([0, 0, 0], 1023) == [0, 0, 0, 255])
    }

    @Test(arguments: [pq, hlg, ColorCodePoints(primaries: .bt709, transfer: .linear)])
    func `rows of any depth and form of alpha agree`(points: ColorCodePoints) throws {
        let mapping = try #require(CurveMapping(points))
        for (maximum, tolerance) in [(255, 3), (1023, 1), (4095, 1)] {
            let exact = mapping.row([30000, 12000, 45000], 65535)
            let scaled = [30000, 12000, 45000].map { UInt16($0 * maximum / 65535) }
            for (a, b) in zip(exact, mapping.row(scaled, maximum)) {
                #expect(abs(Int(a) - Int(b)) <= tolerance)
            }
        }
        let straight = mapping.row([30000, 12000, 45000, 32768], 65535)
        let half = CurveMapping.Layout(channels: 4, maximum: 65535, isPremultiplied: true)
        let premultiplied = mapping.row([15000, 6000, 22500, 32768], half)
        #expect(straight[3] == 128)
        for (a, b) in zip(straight, premultiplied) { #expect(abs(Int(a) - Int(b)) <= 1) }
        #expect(mapping.row([9, 9, 9, 0], half) == [0, 0, 0, 0])
    }
}

extension CurveMapping {
    fileprivate func row(_ pixel: [UInt16], _ maximum: Int) -> [UInt8] {
        row(pixel, Layout(channels: pixel.count, maximum: maximum))
    }

    fileprivate func row(_ pixel: [UInt16], _ layout: Layout) -> [UInt8] {
        var target = [UInt8](repeating: 7, count: 4)
        map(pixel, layout, into: &target, count: 1)
        return target
    }
}
