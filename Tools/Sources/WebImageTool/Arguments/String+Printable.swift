extension String {
    /// The text on one line, cut at 200 characters, without characters that control a terminal.
    var printable: String {
        var text = ""
        for scalar in unicodeScalars.prefix(200) {
            text.unicodeScalars.append(scalar.isPrintable ? scalar : "?")
        }
        return unicodeScalars.count > 200 ? text + "…" : text
    }
}

extension Unicode.Scalar {
    /// `true` if it has a visible form: no control, no change of direction, no line break.
    var isPrintable: Bool {
        if SystemPath.isByte(self) { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
