import TestSupport
import Testing

@testable import WebImagePixels

/// The part of a picture that catches the eye.
@Suite struct AttentionTests {
    private static let ground = Pixel(120, 130, 125, 255)

    /// A picture of one colour with a patterned square.
    private static func picture(
        _ size: PixelSize, _ ground: Pixel = ground, subject: PixelRect,
        _ color: Pixel = Pixel(40, 60, 220, 255)
    ) -> Bitmap {
        Bitmap(width: size.width, height: size.height) { x, y in
            guard subject.contains(x, y) else { return ground }
            return (x / 4 + y / 4) % 2 == 0 ? color : Pixel(20, 30, color.z / 2, 255)
        }
    }

    @Test(
        arguments: 0..<15,
        [PixelSize(200, 200), PixelSize(300, 90), PixelSize(80, 200), PixelSize(120, 100)])
    func `a subject is kept wherever it stands`(_ place: Int, _ size: PixelSize) {
        let subject = PixelRect(x: place % 5 * 60, y: place / 5 * 80, size: PixelSize(60, 40))
        let part = Self.picture(PixelSize(300, 200), subject: subject).attentionRect(of: size)
        #expect(part.size == size)
        #expect(subject.overlap(part) >= 60 * 40 * 9 / 10)
    }

    @Test(arguments: [PixelSize(100, 100), PixelSize(200, 30), PixelSize(7, 9), PixelSize(199, 1)])
    func `a picture of one colour keeps its middle`(_ size: PixelSize) {
        for pixel in [Self.ground, .zero, Pixel(255, 255, 255, 255), Pixel(9, 9, 9, 40)] {
            let part = Bitmap.flat(200, 100, pixel).attentionRect(of: size)
            #expect(part == CropPosition.center.rect(of: size, in: PixelSize(200, 100)))
        }
    }

    @Test func `two subjects are both kept if the part has room`() {
        let (left, right) = (
            PixelRect(x: 150, y: 70, size: PixelSize(40, 40)),
            PixelRect(x: 320, y: 80, size: PixelSize(40, 40))
        )
        let picture = Bitmap(width: 400, height: 200) { x, y in
            left.contains(x, y) || right.contains(x, y) ? Pixel(30, 40, 230, 255) : Self.ground
        }
        let part = picture.attentionRect(of: PixelSize(230, 200))
        #expect(left.overlap(part) == 1600)
        #expect(right.overlap(part) == 1600)
    }

    @Test func `of two subjects far apart the stronger one is kept`() {
        let (weak, strong) = (
            PixelRect(x: 20, y: 80, size: PixelSize(40, 40)),
            PixelRect(x: 340, y: 80, size: PixelSize(40, 40))
        )
        let picture = Bitmap(width: 400, height: 200) { x, y in
            if strong.contains(x, y) { return Pixel(30, 40, 230, 255) }
            return weak.contains(x, y) ? Pixel(110, 120, 160, 255) : Self.ground
        }
        #expect(strong.overlap(picture.attentionRect(of: PixelSize(100, 200))) == 1600)
    }

    @Test func `skin counts more than another colour of the same contrast`() {
        // Blue and red change places around the same luma of the ground.
        let picture = Bitmap(width: 400, height: 100) { x, y in
            guard (30..<70).contains(y) else { return Pixel(168, 168, 168, 255) }
            if (30..<70).contains(x) { return Pixel(130, 160, 226, 255) }
            return (330..<370).contains(x) ? Pixel(206, 165, 110, 255) : Pixel(168, 168, 168, 255)
        }
        #expect(picture.attentionRect(of: PixelSize(120, 100)).x < 40)
    }

    @Test func `a gray picture has a subject, too`() {
        let subject = PixelRect(x: 10, y: 20, size: PixelSize(30, 30))
        let picture = Bitmap(width: 200, height: 80) { x, y in
            let gray: UInt8 = subject.contains(x, y) ? 200 : 90
            return Pixel(gray, gray, gray, 255)
        }
        #expect(subject.overlap(picture.attentionRect(of: PixelSize(80, 80))) == 900)
    }

    @Test(arguments: [Pixel(0, 0, 0, 255), Pixel(255, 255, 255, 255), Pixel(0, 90, 128, 128)])
    func `a subject on transparency is kept, black too`(_ color: Pixel) {
        let subject = PixelRect(x: 0, y: 150, size: PixelSize(50, 50))
        let picture = Bitmap(width: 100, height: 200) { x, y in
            subject.contains(x, y) ? color : .zero
        }
        #expect(subject.overlap(picture.attentionRect(of: PixelSize(100, 100))) >= 2250)
    }

    @Test func `ink of CMYK counts as the colour that it prints`() {
        let subject = PixelRect(x: 0, y: 0, size: PixelSize(40, 40))
        var picture = Bitmap(width: 200, height: 100) { x, y in
            subject.contains(x, y) ? Pixel(0, 200, 200, 0) : Pixel(20, 20, 20, 20)
        }
        picture.colorSpace = .cmyk
        let part = picture.attentionRect(of: PixelSize(100, 100))
        var converted = picture
        converted.convertCMYKToSRGB()
        #expect(part.x == 0)
        #expect(converted.attentionRect(of: PixelSize(100, 100)) == part)
    }

    @Test(arguments: 0..<300)
    func `a part is always inside and of the clamped size`(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let longest = [1, 3, 40, 300][Int(seed % 4)]
        let size = PixelSize(
            Int.random(in: 1...longest, using: &random), Int.random(in: 1...300, using: &random))
        let asked = PixelSize(
            width: [.min, -1, 0, 1, .max, Int.random(in: 1...300, using: &random)]
                .randomElement(using: &random) ?? 1,
            height: Int.random(in: -5...310, using: &random))
        let picture = Bitmap(width: size.width, height: size.height) { _, _ in
            let alpha = UInt8.random(in: 0...255, using: &random)
            return Pixel(
                .random(in: 0...alpha, using: &random), .random(in: 0...alpha, using: &random),
                .random(in: 0...alpha, using: &random), alpha)
        }
        let part = picture.attentionRect(of: asked)
        #expect(part.clamped(to: size) == part)
        #expect(part.size.width == min(max(asked.width, 1), size.width))
        #expect(part.size.height == min(max(asked.height, 1), size.height))
        #expect(picture.attentionRect(of: asked) == part)
    }

    @Test(arguments: [PixelSize(40_000, 1), PixelSize(1, 40_000), PixelSize(9000, 3)])
    func `a strip is searched in bounded work`(_ size: PixelSize) {
        let picture = Bitmap(width: size.width, height: size.height) { x, y in
            let isSubject = (size.width > 3 ? x : y) > max(size.width, size.height) * 3 / 4
            return isSubject && (x + y) / 100 % 2 == 0 ? Pixel(0, 0, 255, 255) : Self.ground
        }
        for side in [1, 100, 3000] {
            let part = picture.attentionRect(of: PixelSize(side, side))
            #expect(part.x + part.y >= max(size.width, size.height) / 2)
        }
    }

    @Test(arguments: [
        (PixelSize(40, 60), PixelRect(x: 77, y: 0, size: PixelSize(40, 60))),
        (PixelSize(30, 20), PixelRect(x: 131, y: 6, size: PixelSize(30, 20))),
    ])
    func `the part of a photograph is the same on every machine`(
        _ size: PixelSize, _ part: PixelRect
    ) {
        #expect(Bitmap.photograph(200, 60).attentionRect(of: size) == part)
    }

    @Test func `positions other than attention ask no pixels`() {
        let picture = Bitmap.photograph(60, 40)
        let size = PixelSize(20, 20)
        for position in [CropPosition.center, .gravity(.southeast, x: 3), .focus(x: 0.2, y: 0.9)] {
            #expect(
                position.rect(of: size, in: picture) == position.rect(of: size, in: picture.size))
        }
        #expect(
            CropPosition.attention.rect(of: size, in: picture) == picture.attentionRect(of: size))
    }
}

extension PixelRect {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
        (self.x..<self.x + size.width).contains(x) && (self.y..<self.y + size.height).contains(y)
    }

    /// Returns the number of pixels that both have.
    fileprivate func overlap(_ other: PixelRect) -> Int {
        let width = min(x + size.width, other.x + other.size.width) - max(x, other.x)
        let height = min(y + size.height, other.y + other.size.height) - max(y, other.y)
        return max(width, 0) * max(height, 0)
    }
}
