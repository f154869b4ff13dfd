extension String {
    /// The text of a stranger on one line, without what could steer a terminal, cut at 200 characters.
    var printable: String {
        var text = ""
        for scalar in unicodeScalars.prefix(200) {
            text.unicodeScalars.append(scalar.isPrintable ? scalar : "?")
        }
        return unicodeScalars.count > 200 ? text + "…" : text
    }
}

extension Unicode.Scalar {
    /// Whether it shows as itself: no control, no change of direction, no line break.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
