import WebImage

/// A poster of words in the demo's own typeface above bands of colours.
enum Poster {
    private static let paper = Tone(hex: 0xF5EFE2)
    private static let ink = SIMD4<UInt8>(0x3A, 0x2A, 0x1E, 255)
    private static let accent = SIMD4<UInt8>(0x3B, 0x4F, 0xD9, 255)
    private static let bands: [UInt32] = [
        0x1E2A3A, 0x2F6F8F, 0x6FB7A8, 0xF2C14E, 0xE8743B, 0xD94F3B,
    ]

    /// Returns the poster, designed for the aspect ratio 3 : 4.
    static func painted(_ size: PixelSize) -> Bitmap {
        let unit = Float(size.height) / 1200
        var poster = ground(size)
        let margin = Int(80 * unit)
        var y = Float(78)
        let lines: [(text: String, cap: Float, color: SIMD4<UInt8>, gap: Float)] = [
            ("LOAD", 104, accent, 172), ("CACHE", 104, ink, 172), ("DECODE", 104, ink, 172),
            ("SHOW", 104, accent, 196),
            ("request · memory · disk · load", 26, ink, 52),
            ("decode · transform · store", 26, ink, 52),
        ]
        for line in lines {
            let style = TextStyle(
                capHeight: line.cap * unit,
                strokeWidth: line.cap * unit * (line.cap > 50 ? 0.19 : 0.11),
                color: line.color)
            poster.write(line.text, style, x: margin, y: Int(y * unit))
            y += line.gap
        }
        return poster
    }

    /// Returns paper with a sunrise of stripes at the bottom.
    private static func ground(_ size: PixelSize) -> Bitmap {
        let fibres = Noise(seed: 77)
        let scale = 1 / Float(size.height)
        let aspect = Float(size.width) * scale
        return .painted(size) { column, row in
            let (x, y) = (Float(column) * scale, Float(row) * scale)
            let offset = SIMD2(x - aspect * 0.5, y - 1.13)
            let distance = (offset * offset).sum().squareRoot()
            let speck = fibres.lattice(Int32(column), Int32(row)) * 0.02
            var tone = paper - speck
            for (index, band) in bands.enumerated() {
                let radius = 0.37 - Float(index) * 0.046
                let inside = 1 - smoothStep(radius - 0.7 * scale, radius + 0.7 * scale, distance)
                tone = tone.mixed(Tone(hex: band), inside)
            }
            return tone
        }
    }
}
