import Testing
import WebImageBytes
import WebImageColorimetry

@Suite struct MediaColorsTests {
    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        word(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func nclx(_ numbers: [UInt8], _ range: UInt8 = 0x80) -> [UInt8] {
        box("colr", Array("nclx".utf8) + numbers.flatMap { [0, $0] } + [range])
    }

    private static func clli(_ content: UInt16) -> [UInt8] {
        box("clli", [UInt8(content >> 8), UInt8(content & 255), 0, 9])
    }

    private static func mdcv(_ display: UInt32) -> [UInt8] {
        box("mdcv", Array(repeating: 0, count: 16) + word(display) + word(50))
    }

    private static func colors(_ boxes: [[UInt8]]) -> MediaColors {
        let bytes = boxes.flatMap { $0 }
        let span = bytes.span.bytes
        return MediaColors(span, span.boxes(in: 0..<bytes.count))
    }

    @Test func `code points and a profile are read beside each other`() {
        let profile = Self.box("colr", Array("profICC".utf8))
        for boxes in [[profile, Self.nclx([12, 13, 6])], [Self.nclx([12, 13, 6]), profile]] {
            let colors = Self.colors(boxes)
            #expect(colors.profile?.withUnsafeBytes { Array($0) } == Array("ICC".utf8))
            #expect(colors.numbers?.primaries == 12 && colors.numbers?.matrix == 6)
            #expect(colors.numbers?.isFullRange == true)
        }
        #expect(Self.colors([Self.nclx([1, 1, 1], 0x7F)]).numbers?.isFullRange == false)
        #expect(Self.colors([]).numbers == nil)
    }

    @Test func `boxes that differ state nothing, equal ones count once`() {
        let (one, other) = (Self.nclx([12, 13, 6]), Self.nclx([9, 16, 9]))
        #expect(Self.colors([one, one]).numbers?.primaries == 12)
        for boxes in [[one, other], [other, one]] {
            #expect(Self.colors(boxes).numbers == .unspecified)
        }
    }

    @Test func `boxes that are cut off state nothing`() {
        for count in 0..<10 {
            let body = Array("nclx".utf8) + [0, 12, 0, 13, 0, 6]
            #expect(Self.colors([Self.box("colr", Array(body.prefix(count)))]).numbers == nil)
            #expect(Self.colors([Self.box("mdcv", Array(repeating: 1, count: count))]).peak == nil)
        }
        #expect(Self.colors([Self.box("colr", Array("prof".utf8))]).profile == nil)
        #expect(Self.colors([Self.box("clli", [1])]).peak == nil)
    }

    @Test func `the peak is that of the content, or else of the display`() {
        #expect(Self.colors([Self.clli(400), Self.mdcv(40_000_000)]).peak == 400)
        #expect(Self.colors([Self.mdcv(40_000_000), Self.clli(400)]).peak == 400)
        #expect(Self.colors([Self.mdcv(6_000_000)]).peak == 600)
        #expect(Self.colors([Self.mdcv(6_000_000), Self.clli(0)]).peak == 600)
        #expect(Self.colors([Self.mdcv(6_000_000), Self.clli(65535)]).peak == 600)
        for display in [0, 100_000_001, UInt32.max] {
            #expect(Self.colors([Self.mdcv(display)]).peak == nil)
            #expect(Self.colors([Self.mdcv(display), Self.clli(0)]).peak == nil)
        }
        #expect(Self.colors([Self.clli(10000)]).peak == 10000)
        #expect(Self.colors([Self.clli(10001)]).peak == nil)
    }
}
