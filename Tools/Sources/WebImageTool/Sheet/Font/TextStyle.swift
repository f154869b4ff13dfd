import WebImage

/// The size, stroke width and colour of a line of text.
struct TextStyle: Sendable {
    /// The height of a capital in pixels.
    var capHeight: Float
    /// The width of the strokes in pixels.
    var strokeWidth: Float
    /// Opaque blue, green, red, alpha.
    var color: SIMD4<UInt8>

    /// Creates a style for capitals of a height; the default stroke width is proportional to it.
    init(capHeight: Float, strokeWidth: Float? = nil, color: SIMD4<UInt8>) {
        self.capHeight = capHeight
        self.strokeWidth = strokeWidth ?? max(1.35, capHeight * 0.12)
        self.color = color
    }

    /// The pixels in a unit of the font.
    private var scale: Float { capHeight / 20 }

    /// The pixels from the top of one line to the top of the next.
    var lineHeight: Int { Int((StrokeFont.lineHeight * scale).rounded(.up)) }

    /// The pixels from the top of a line to its baseline.
    var ascent: Int { Int((StrokeFont.ascent * scale).rounded(.up)) }

    /// Returns the width of a line of text in pixels.
    func width(of text: some StringProtocol) -> Int {
        Int((StrokeFont.standard.width(of: text) * scale).rounded(.up))
    }

    /// Returns the text, shortened with three dots if it is wider than `width` pixels.
    func fitted(_ text: String, into width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        var text = text
        while !text.isEmpty, self.width(of: text + "...") > width { text.removeLast() }
        return text + "..."
    }

    /// Returns one line of text on transparency, ``lineHeight`` high; nil for an empty text.
    func picture(of text: some StringProtocol) -> Bitmap? {
        let size = PixelSize(width: width(of: text), height: lineHeight)
        guard !size.isEmpty else { return nil }
        var ink = Ink(size: size, halfWidth: strokeWidth / 2)
        var pen = SIMD2<Float>(0, Float(ascent))
        for character in text {
            let glyph = StrokeFont.standard[character]
            for stroke in glyph.strokes {
                ink.draw(stroke.map { pen + SIMD2($0.x, -$0.y) * scale })
            }
            pen.x += glyph.advance * scale
        }
        return ink.bitmap(color)
    }
}

extension Bitmap {
    /// Draws one line of text; `x` and `y` are its top left corner.
    mutating func write(_ text: some StringProtocol, _ style: TextStyle, x: Int, y: Int) {
        guard let line = style.picture(of: text) else { return }
        composite(line, atX: x, y: y)
    }
}
