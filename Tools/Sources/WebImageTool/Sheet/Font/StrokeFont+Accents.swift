extension StrokeFont {
    /// The letters with an accent: each a letter of the font, and the accent's strokes around x =
    /// 0, at the height of a small letter.
    static let accentedLetters: [(character: Character, base: Character, accent: String)] =
        accents.flatMap { accent in
            zip(accent.letters, accent.bases).map { (letter, base) in
                (letter, base, accent.path)
            }
        }

    private static let accents: [(letters: String, bases: String, path: String)] = [
        ("áéíóúýÁÉÍÓÚÝ", "aeiouyAEIOUY", "M-1.5,17 L2.5,21"),
        ("àèìòùÀÈÌÒÙ", "aeiouAEIOU", "M1.5,17 L-2.5,21"),
        ("âêîôûÂÊÎÔÛ", "aeiouAEIOU", "M-3.5,17 L0,20.5 L3.5,17"),
        ("äëïöüÿÄËÏÖÜ", "aeiouyAEIOU", "M-3,18.6 L-3,19 M3,18.6 L3,19"),
        ("ãñõÃÑÕ", "anoANO", "M-4,17.5 Q-2,20.5 0,18.5 Q2,16.5 4,19.5"),
        (
            "åÅ", "aA",
            "M0,16.5 Q2.5,16.5 2.5,18.7 Q2.5,21 0,21 Q-2.5,21 -2.5,18.7 Q-2.5,16.5 0,16.5"
        ),
        ("ç", "c", "M0,0 L0,-1.6 Q2.6,-2 2.4,-4 Q2,-6 -2,-5.4"),
        ("čšžěřČŠŽĚŘ", "cszerCSZER", "M-3.5,20.5 L0,17 L3.5,20.5"),
    ]
}
