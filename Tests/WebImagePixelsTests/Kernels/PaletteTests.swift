import TestSupport
import Testing
import WebImagePixels

struct PaletteTests {
    @Test(arguments: [1, 2, 255, 256])
    func `few colours are kept, each of them`(count: Int) {
        let colors = (0..<count).map { UInt32($0 * 65_793) }
        let palette = Palette(of: counted([colors + colors.reversed()]), count: 256, rounds: 2)
        #expect(palette.isExact)
        #expect(palette.colors == colors)
    }

    @Test func `transparent pixels are left out`() {
        let row: [UInt32] = [0xFF12_3456, 0x7FFF_FFFF, 0]
        var counter = ColorCounter()
        counter.add(row.span)
        #expect(counter.exact == [0x12_3456])
        #expect(counter.hasTransparency)
    }

    @Test func `more colours than allowed become as many as allowed`() {
        let colors = (0..<4096 as Range<UInt32>).map { ($0 % 16 * 17) << 16 | ($0 / 16) << 4 }
        for count in [1, 2, 7, 64, 256] {
            let palette = Palette(of: counted([colors]), count: count, rounds: 1)
            #expect(!palette.isExact)
            #expect(palette.colors.count == count)
        }
    }

    @Test func `the colours with most pixels weigh most`() {
        // Two hundred greys once each, and one of them a thousand times: that one is preserved.
        let grays = (0..<200 as Range<UInt32>).map { $0 << 16 | $0 << 8 | $0 }
        let rows = [grays, Array(repeating: 0x64_6464, count: 1000)]
        let palette = Palette(of: counted(rows), count: 16, rounds: 0)
        #expect(palette.colors.count == 16)
        #expect(palette.colors.contains(0x64_6464))
    }

    @Test func `clusters get a colour each, in their middle`() {
        let centers: [UInt32] = [0x10_2030, 0x80_8080, 0xF0_4010, 0x20_D0C0]
        let rows = centers.map { center in
            (0..<200 as Range<UInt32>).map { (number: UInt32) -> UInt32 in
                let (blue, green, red) = (number % 5, number % 3, number % 4)
                return center + blue + green << 8 + red << 16
            }
        }
        let palette = Palette(of: counted(rows), count: 4, rounds: 3)
        let middles = Set(palette.colors.map { $0 & 0xF8_F8F8 })
        #expect(middles == Set(centers.map { ($0 + 0x02_0102) & 0xF8_F8F8 }))
    }

    @Test func `moving colours makes a palette better`() {
        let bitmap = Scene.photograph(size: PixelSize(width: 96, height: 72))
        let rows = rows(of: bitmap)
        let counter = counted(rows)
        let cut = error(rows, Palette(of: counter, count: 32, rounds: 0))
        let moved = error(rows, Palette(of: counter, count: 32, rounds: 4))
        #expect(moved < cut)
        #expect(cut < 250)
    }

    @Test func `an exact palette is found back without dithering`() {
        let row: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0x0000_0000, 0xFF00_00FF]
        let palette = Palette(of: counted([row]), count: 256, rounds: 0)
        var mapper = PaletteMapper(palette, width: 4, transparentIndex: 9, dithers: true)
        var indices = [UInt8](repeating: 77, count: 6)
        mapper.map(row.span, into: &indices, at: 1)
        #expect(indices == [77, 0, 1, 9, 0, 77])
    }

    @Test(arguments: [0x20 as UInt32, 0x55, 0x80, 0xC3])
    func `dithered black and white is as bright as the grey it stands for`(gray: UInt32) {
        let palette = Palette(colors: [0, 0xFF_FFFF], isExact: false)
        let row = [UInt32](repeating: 0xFF00_0000 | gray << 16 | gray << 8 | gray, count: 64)
        var mapper = PaletteMapper(palette, width: 64, transparentIndex: 2, dithers: true)
        var indices = [UInt8](repeating: 0, count: 64 * 64)
        for y in 0..<64 { mapper.map(row.span, into: &indices, at: y * 64) }
        let mean = Double(indices.reduce(0) { $0 + Int($1) }) * 255 / 4096
        #expect(abs(mean - Double(gray)) < 3)
    }

    @Test func `without dithering a colour always becomes the nearest one`() {
        let palette = Palette(colors: [0, 0xFF_FFFF], isExact: false)
        let row = [UInt32](repeating: 0xFFA0_A0A0, count: 8)
        var mapper = PaletteMapper(palette, width: 8, transparentIndex: 2, dithers: false)
        var indices = [UInt8](repeating: 0, count: 8)
        mapper.map(row.span, into: &indices, at: 0)
        #expect(indices == Array(repeating: 1, count: 8))
    }

    private func counted(_ rows: [[UInt32]]) -> ColorCounter {
        var counter = ColorCounter()
        for row in rows {
            let opaque = row.map { $0 | 0xFF00_0000 }
            counter.add(opaque.span)
        }
        return counter
    }

    private func rows(of bitmap: Bitmap) -> [[UInt32]] {
        (0..<bitmap.size.height).map { y in
            (0..<bitmap.size.width).map { x in
                let pixel = bitmap[x, y]
                return UInt32(pixel.z) << 16 | UInt32(pixel.y) << 8 | UInt32(pixel.x) | 0xFF00_0000
            }
        }
    }

    /// Returns the mean squared distance of pixels to their palette colours.
    private func error(_ rows: [[UInt32]], _ palette: Palette) -> Double {
        let width = rows[0].count
        var mapper = PaletteMapper(palette, width: width, transparentIndex: 0, dithers: false)
        var sum = 0
        for row in rows {
            var indices = [UInt8](repeating: 0, count: width)
            mapper.map(row.span, into: &indices, at: 0)
            for (pixel, index) in zip(row, indices) {
                for shift in [0, 8, 16] as [UInt32] {
                    let color = palette.colors[Int(index)]
                    let difference = Int(pixel >> shift & 255) - Int(color >> shift & 255)
                    sum += difference * difference
                }
            }
        }
        return Double(sum) / Double(width * rows.count)
    }
}
