/// A typeface of strokes, drawn for this command: a rounded sans serif for printable ASCII, and the
/// letters of Western European languages.
///
/// Lengths are in units: capitals are 20 high, a small x 14, descenders reach 6.5 below the
/// baseline, brackets from -5 to 23. The y axis points up. All digits have the same width, so that
/// numbers align in columns.
struct StrokeFont: Sendable {
    /// One character: its advance and its strokes.
    struct Glyph: Sendable, Hashable {
        /// The units from this character's origin to the next one's.
        let advance: Float
        /// Polylines in units; a single point is a dot.
        let strokes: [[SIMD2<Float>]]
    }

    /// The units of a line: above the baseline, below it, and some spacing.
    static let lineHeight: Float = 32
    /// The units from the top of a line to its baseline.
    static let ascent: Float = 24
    /// The units of empty space around each character's strokes, left and right together.
    private static let spacing: Float = 5.2

    private let glyphs: [Character: Glyph]
    /// The glyph for missing characters: an empty box.
    private let missing: Glyph

    /// The font, created once from its drawings.
    static let standard = StrokeFont(drawings)

    private init(_ drawings: [(character: Character, width: Float, path: String)]) {
        var glyphs: [Character: Glyph] = [:]
        for drawing in drawings {
            glyphs[drawing.character] = Self.glyph(width: drawing.width, path: drawing.path)
        }
        for letter in Self.accentedLetters {
            guard let base = glyphs[letter.base] else { continue }
            let middle = (base.advance - Self.spacing) / 2
            let isHigh = letter.base.isUppercase
            let accent = Self.glyph(width: 0, path: letter.accent)
            // Above a capital it is lower, to stay within the line.
            let strokes = accent.strokes.map { line in
                line.map { SIMD2($0.x + middle, isHigh ? 21 + ($0.y - 17) * 0.7 : $0.y) }
            }
            // The dot of an i gives way.
            let own = letter.base == "i" ? Array(base.strokes.prefix(1)) : base.strokes
            glyphs[letter.character] = Glyph(advance: base.advance, strokes: own + strokes)
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

    /// Returns `true` if the font has the character.
    func contains(_ character: Character) -> Bool { glyphs[character] != nil }

    /// The glyph of a character, an empty box for a missing one.
    subscript(character: Character) -> Glyph { glyphs[character] ?? missing }

    /// Returns the width of a text in units.
    func width(of text: some StringProtocol) -> Float {
        text.reduce(0) { $0 + self[$1].advance }
    }
}
