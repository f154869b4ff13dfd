import WebImageTransforms

extension RGBAColor {
    /// Reads a colour of a thumbor filter: a name of CSS in any case, or 3, 4, 6 or 8 hexadecimal
    /// digits.
    init?(thumbor text: Substring) {
        let name = text.lowercased()
        guard text.utf8.count <= 32, name != "transparent" else { return nil }
        let digits = CSSColorName.digits(of: name) ?? name
        self.init(digits: digits.utf8.drop { $0 == UInt8(ascii: "#") })
    }
}
