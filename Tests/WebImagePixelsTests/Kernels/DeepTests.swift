import TestSupport
import Testing
import WebImageComparison
import WebImagePixels

@Suite struct DeepTests {
    @Test func `a deep bitmap has eight bytes for each pixel`() {
        let bitmap = Bitmap(size: PixelSize(width: 100, height: 3), as: .rgba16)
        #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == 16)
        #expect(bitmap.bytesPerRow >= 800 && bitmap.byteCount == 3 * bitmap.bytesPerRow)
        #expect(Bitmap.byteCount(of: bitmap.size, as: .rgba16) == bitmap.byteCount)
        #expect(bitmap[deep: 99, 2] == .zero)
        var eight = Bitmap(size: bitmap.size)
        eight.significantBits = 1
        #expect(eight.sampleFormat == .bgra8 && eight.significantBits == 8)
    }

    @Test func `an opaque sample of 8 bits comes back from 16`() {
        var bitmap = Bitmap(size: PixelSize(width: 256, height: 1), isOpaque: true)
        for level in 0...255 {
            bitmap[level, 0] = SIMD4(UInt8(level), UInt8(255 - level), 7, 255)
        }
        let deep = bitmap.converted(to: .rgba16)
        #expect(deep[deep: 3, 0] == SIMD4<UInt16>(7 * 257, 252 * 257, 3 * 257, 65535))
        #expect(deep.isOpaque && deep.significantBits == 8)
        #expect(deep.converted(to: .bgra8) == bitmap)
    }

    @Test func `a deep pixel is rounded and multiplied by alpha`() {
        var bitmap = Bitmap(size: PixelSize(width: 3, height: 1), as: .rgba16)
        bitmap[deep: 0, 0] = SIMD4(65535, 32768, 0, 65535)
        bitmap[deep: 1, 0] = SIMD4(65535, 32768, 100, 32768)
        bitmap[deep: 2, 0] = SIMD4(65535, 65535, 65535, 0)
        let eight = bitmap.converted(to: .bgra8)
        #expect(eight[0, 0] == SIMD4(0, 128, 255, 255))
        #expect(eight[1, 0] == SIMD4(0, 64, 128, 128))
        #expect(eight[2, 0] == .zero)
        #expect(bitmap[1, 0] == eight[1, 0])
    }

    @Test func `rows of 8 bits are refused with the depth, and do not trap`() throws {
        let deep = Bitmap(size: PixelSize(width: 2, height: 2), as: .rgba16)
        let error = #expect(throws: SampleFormatError.self) { try deep.withBGRA8 { _ in } }
        #expect("\(try #require(error))".contains("16 bits"))
        #expect(try deep.converted(to: .bgra8).withBGRA8 { $0.byteCount } == 128)
    }

    @Test(arguments: ResampleFilter.allCases, [false, true])
    func `a flat colour stays exactly that colour`(filter: ResampleFilter, isOpaque: Bool) {
        let pixel = SIMD4<UInt16>(12_345, 54_321, 1, isOpaque ? 65535 : 30_000)
        let flat = deep(33, 29, isOpaque: isOpaque) { _, _ in pixel }
        for size in [(7, 5), (80, 90), (5, 70), (33, 3)] {
            let scaled = flat.resampled(
                to: PixelSize(width: size.0, height: size.1), filter: filter)
            #expect(scaled.isOpaque == isOpaque && scaled.sampleFormat == .rgba16)
            #expect(scaled.allDeepPixels.allSatisfy { isNear($0, pixel, isOpaque ? 0 : 1) })
        }
    }

    @Test(arguments: [(20, 15), (150, 40), (9, 160), (64, 48)])
    func `scaling equals the sums of the filter`(width: Int, height: Int) {
        let source = noise(64, 48)
        let size = PixelSize(width: width, height: height)
        let scaled = source.resampled(to: size)
        let samples = source.samples
        let expected = FloatImage(size: source.size) { samples[$1 * 64 + $0] }
            .resampled(to: size, .lanczos)
        for (found, wanted) in zip(scaled.samples, expected.pixels) {
            let most = SIMD4(repeating: min(max(wanted.w, 0), 1))
            let difference = found - wanted.clamped(lowerBound: .zero, upperBound: most)
            #expect(max(difference.max(), -difference.min()) < 2.5 / 65535)
        }
    }

    @Test func `a tall picture that becomes flat and wide stores no rows`() {
        let source = noise(3, 4000)
        let flat = source.resampled(to: PixelSize(width: 5000, height: 2))
        let steps = source.resampled(to: PixelSize(width: 3, height: 2))
            .resampled(to: PixelSize(width: 5000, height: 2))
        for (one, other) in zip(flat.samples, steps.samples) {
            let difference = one - other
            #expect(max(difference.max(), -difference.min()) < 0.01)
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (2, 3)])
    func `a large blur of a narrow picture is that of 8 bits`(width: Int, height: Int) {
        let eight = Scene.photograph(size: PixelSize(width: width, height: height))
        for sigma in [9.0, 80, 500, 10_000] {
            let deep = eight.converted(to: .rgba16).blurred(sigma: sigma)
            for (one, other) in zip(deep.samples, eight.blurred(sigma: sigma).samples) {
                let difference = (one - other) * 255
                #expect(max(difference.max(), -difference.min()) < 4, "\(sigma)")
            }
        }
    }

    @Test func `rows that arrive are scaled as a whole picture is`() {
        let source = noise(50, 40)
        let target = PixelSize(width: 13, height: 11)
        var scaler = DeepRowScaler(
            from: source.size, to: target, colorSpace: .sRGB, isOpaque: false, significantBits: 12)
        source.withDeepRows { rows in
            for y in 0..<40 {
                scaler.append(rows + y * source.bytesPerRow / 2)
                #expect(scaler.finishedCount <= 11)
            }
        }
        #expect(scaler.finishedCount == 11 && scaler.result.significantBits == 12)
        #expect(scaler.result == source.resampled(to: target))
    }

    @Test(arguments: Orientation.allCases)
    func `an orientation moves pixels as it does those of 8 bits`(orientation: Orientation) {
        let source = noise(19, 37)
        let turned = source.oriented(orientation)
        let order = Bitmap(numbering: source.size).oriented(orientation)
        #expect(turned.size == order.size)
        for (pixel, number) in zip(turned.allDeepPixels, order.allPixels) {
            let place = Int(number.x) | Int(number.y) << 8
            #expect(pixel == source[deep: place % 19, place / 19])
        }
    }

    @Test func `a crop is an exact copy`() {
        let source = noise(30, 20)
        let part = source.cropped(to: PixelRect(x: 7, y: 3, size: PixelSize(width: 9, height: 11)))
        #expect(part.sampleFormat == .rgba16)
        for y in 0..<11 {
            for x in 0..<9 { #expect(part[deep: x, y] == source[deep: x + 7, y + 3]) }
        }
    }

    @Test func `a picture is drawn over another in their depth`() {
        var below = deep(4, 1, isOpaque: true) { _, _ in SIMD4(10_000, 20_000, 30_000, 65535) }
        let top = deep(4, 1, isOpaque: false) { x, _ in
            SIMD4(60_000, 1000, 0, [0, 65535, 32768, 1][x])
        }
        below.composite(top, atX: 0, y: 0)
        #expect(below[deep: 0, 0] == SIMD4(10_000, 20_000, 30_000, 65535))
        #expect(below[deep: 1, 0] == SIMD4(60_000, 1000, 0, 65535))
        #expect(isNear(below[deep: 2, 0], SIMD4(35_000, 10_500, 15_000, 65535), 1))
        #expect(isNear(below[deep: 3, 0], SIMD4(10_001, 20_000, 30_000, 65535), 1))
    }

    @Test func `a translucent picture on a transparent canvas keeps its colours`() {
        let top = noise(5, 5)
        var canvas = Bitmap(size: PixelSize(width: 7, height: 7), as: .rgba16)
        canvas.composite(top, atX: 1, y: 1)
        for y in 0..<5 {
            for x in 0..<5 where top[deep: x, y].w > 0 {
                #expect(isNear(canvas[deep: x + 1, y + 1], top[deep: x, y], 1))
            }
        }
        #expect(canvas[deep: 0, 0] == .zero)
    }

    @Test func `a kernel of 8 bits takes a deep picture, and returns 8 bits`() {
        let source = noise(40, 30)
        let eight = source.converted(to: .bgra8)
        #expect(source.pixelated(side: 5) == eight.pixelated(side: 5))
        var (painted, other) = (source, eight)
        painted.paint(SIMD4(1, 2, 3, 200)) { _, row in row[3] = 100 }
        other.paint(SIMD4(1, 2, 3, 200)) { _, row in row[3] = 100 }
        #expect(painted == other)
        let size = PixelSize(width: 20, height: 20)
        #expect(source.attentionRect(of: size).size == size)
    }

    /// Kernels with sources of their own, and the most that they may differ by of 255 levels.
    private static let kernels: [(String, Double, @Sendable (Bitmap) -> Bitmap)] = [
        ("blur 1", 1.2, { $0.blurred(sigma: 1) }), ("blur 6", 1.2, { $0.blurred(sigma: 6) }),
        ("blur 20", 2, { $0.blurred(sigma: 20) }), ("rotate", 1.2, { $0.rotated(degrees: 12.5) }),
        ("sharpen", 2, { $0.sharpened(sigma: 1) }),
        (
            "matrix", 1.6,
            { $0.recolored(by: ColorMatrix(scale: 1.3, offset: -20)) }
        ),
        (
            "mixture", 1.2,
            { $0.recolored(by: ColorMatrix([[0.3, 0.5, 0.2], [0, 1, 0], [0.1, 0, 0.9]])) }
        ),
        ("tint", 1.2, { $0.tinted(SIMD4(20, 200, 90, 130), mode: .normal) }),
        ("overlay", 1.5, { $0.tinted(SIMD4(20, 200, 90, 130), mode: .overlay) }),
        ("soft light", 1.5, { $0.tinted(SIMD4(20, 200, 90, 255), mode: .softLight) }),
        (
            "grey", 1.5,
            {
                var gray = $0
                gray.desaturate()
                return gray
            }
        ),
    ]

    @Test(arguments: kernels.indices, [false, true])
    func `a deep kernel gives what that of 8 bits gives`(kernel: Int, isOpaque: Bool) {
        let (name, most, run) = Self.kernels[kernel]
        var eight = Scene.photograph(size: PixelSize(width: 61, height: 47))
        if !isOpaque {
            eight.isOpaque = false
            for y in 0..<47 {
                for x in 0..<61 {
                    let alpha = SIMD4<Int>(repeating: 90 + (x + y) % 160)
                    let pixel = SIMD4<Int>(truncatingIfNeeded: eight[x, y]) &* alpha / 255
                    eight[x, y] = SIMD4(truncatingIfNeeded: pixel)
                }
            }
        }
        let deep = run(eight.converted(to: .rgba16))
        #expect(deep.sampleFormat == .rgba16)
        let pairs = zip(deep.samples, run(eight).samples)
        let difference = pairs.reduce(0) { most, pair in
            let difference = (pair.0 - pair.1) * 255
            return max(most, difference.max(), -difference.min())
        }
        #expect(difference <= most, "\(name)")
    }

    @Test func `a rotation limits alpha before the edge covers it`() {
        var eight = Bitmap(size: PixelSize(width: 40, height: 40))
        for place in 0..<1600 where (place % 40 + place / 40) % 2 == 0 {
            eight[place % 40, place / 40] = SIMD4(repeating: 255)
        }
        let deep = eight.converted(to: .rgba16).rotated(degrees: 12.5)
        for (one, other) in zip(deep.samples, eight.rotated(degrees: 12.5).samples) {
            let difference = (one - other) * 255
            #expect(max(difference.max(), -difference.min()) < 2)
        }
    }

    @Test func `channels and transparency are found in every bit`() {
        var bitmap = deep(3, 3, isOpaque: false) { _, _ in SIMD4(500, 500, 500, 65535) }
        #expect(bitmap.fewestChannels == .gray8 && !bitmap.hasTransparency)
        bitmap[deep: 1, 1] = SIMD4(500, 501, 500, 65535)
        #expect(bitmap.fewestChannels == .rgb8)
        bitmap[deep: 2, 2] = SIMD4(500, 500, 500, 65534)
        #expect(bitmap.fewestChannels == .rgba8 && bitmap.hasTransparency)
    }

    @Test func `a scaling of deep pixels can be cancelled`() async {
        let source = noise(64, 4096)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return KernelCancellation.observing {
                source.resampled(to: PixelSize(width: 32, height: 2048))
            }
        }
        #expect(await task.value.allDeepPixels.allSatisfy { $0 == .zero })
    }
}

private func isNear(_ one: SIMD4<UInt16>, _ other: SIMD4<UInt16>, _ most: Int32) -> Bool {
    let difference = SIMD4<Int32>(truncatingIfNeeded: one) &- SIMD4(truncatingIfNeeded: other)
    return max(difference.max(), 0 &- difference.min()) <= most
}

private func deep(
    _ width: Int, _ height: Int, isOpaque: Bool, _ pixel: (Int, Int) -> SIMD4<UInt16>
) -> Bitmap {
    var bitmap = Bitmap(
        size: PixelSize(width: width, height: height), as: .rgba16, isOpaque: isOpaque)
    for y in 0..<height {
        for x in 0..<width { bitmap[deep: x, y] = pixel(x, y) }
    }
    return bitmap
}

private func noise(_ width: Int, _ height: Int) -> Bitmap {
    var random = SystemRandomNumberGenerator()
    return deep(width, height, isOpaque: false) { _, _ in
        SIMD4(
            .random(in: 0...65535, using: &random), .random(in: 0...65535, using: &random),
            .random(in: 0...65535, using: &random), .random(in: 0...65535, using: &random))
    }
}

extension Bitmap {
    fileprivate var allDeepPixels: [SIMD4<UInt16>] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[deep: $0, y] } }
    }

    /// Creates a picture whose pixels have their own numbers.
    fileprivate init(numbering size: PixelSize) {
        self.init(size: size, isOpaque: true)
        for place in 0..<size.area {
            self[place % size.width, place / size.width] = SIMD4(
                UInt8(place & 255), UInt8(place >> 8), 0, 255)
        }
    }
}
