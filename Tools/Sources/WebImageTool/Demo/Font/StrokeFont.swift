/// A typeface made of strokes, drawn for this demo: a rounded sans serif for printable ASCII.
///
/// Lengths are units: a capital is 20 high, a small x 14, descenders reach 6.5 below the baseline,
/// brackets from -5 to 23. The y axis points up. All digits are equally wide, so that numbers stand
/// in columns.
struct StrokeFont: Sendable {
    /// One character: how far it moves the pen, and the lines to draw.
    struct Glyph: Sendable, Hashable {
        /// Units from this character's origin to the next one's.
        let advance: Float
        /// Polylines in units; one of a single point is a dot.
        let strokes: [[SIMD2<Float>]]
    }

    /// Units a line takes: what is above the baseline, below it, and a little air.
    static let lineHeight: Float = 32
    /// Units from the top of a line to its baseline.
    static let ascent: Float = 24
    /// Units of empty space to the left and the right of each character's strokes, together.
    private static let spacing: Float = 5.2

    private let glyphs: [Character: Glyph]
    /// What is drawn for a character the font does not have: an empty box.
    private let missing: Glyph

    /// The font; made once, its outlines are parsed then.
    static let standard = StrokeFont(drawings)

    private init(_ drawings: [(character: Character, width: Float, path: String)]) {
        var glyphs: [Character: Glyph] = [:]
        for drawing in drawings {
            glyphs[drawing.character] = Self.glyph(width: drawing.width, path: drawing.path)
        }
        self.glyphs = glyphs
        missing = Self.glyph(width: 10, path: "M0,0 L0,20 L10,20 L10,0 L0,0")
    }

    private static func glyph(width: Float, path: String) -> Glyph {
        let strokes = StrokePath(path).polylines.map { line in
            line.map { $0 + SIMD2(spacing / 2, 0) }
        }
        return Glyph(advance: width + spacing, strokes: strokes)
    }

    /// Whether the character has a drawing of its own.
    func contains(_ character: Character) -> Bool { glyphs[character] != nil }

    /// The drawing of a character, an empty box where there is none.
    subscript(character: Character) -> Glyph { glyphs[character] ?? missing }

    /// Units from the beginning of the first to the end of the last character.
    func width(of text: some StringProtocol) -> Float {
        text.reduce(0) { $0 + self[$1].advance }
    }
}
