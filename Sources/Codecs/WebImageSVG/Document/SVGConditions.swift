#if SVG
    /// The conditions under which an element is drawn (SVG 2, section 5.8), for a reader of
    /// English.
    ///
    /// librsvg 2.54 applies them inside of `switch` only, and there by the language of the process.
    /// The language is fixed here, so that one document is one picture in every process.
    enum SVGConditions {
        /// The language of the reader (BCP 47), in lower case.
        private static let language = "en-us"

        /// The elements that are drawn only through references.
        private static let referredOnly: Set<String> = [
            "clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern",
            "radialGradient", "symbol",
        ]

        /// Removes conditions that are met, and makes others such that librsvg draws nothing.
        ///
        /// Every librsvg passes over an element with an extension inside of `switch`, and only
        /// there; a style hides it elsewhere. An element that is drawn only through references has
        /// no such style.
        static func edit(_ element: SVGElement) {
            let languages = element["systemLanguage"]
            let hasExtensions = element["requiredExtensions"] != nil
            guard languages != nil || hasExtensions else { return }
            element["systemLanguage"] = nil
            if !hasExtensions, languages.map(accepts) ?? true { return }
            element["requiredExtensions"] = "none"
            if referredOnly.contains(element.name) { return }
            let hidden = "display:none!important"
            element["style"] = element["style"].map { $0 + ";" + hidden } ?? hidden
        }

        /// Returns `true` if one of the languages is the reader's, includes it, or is part of it.
        private static func accepts(_ languages: String) -> Bool {
            languages.lowercased().split(separator: ",").contains { text in
                let tag = text.split { " \t\r\n".contains($0) }.joined()
                return "\(language)-".hasPrefix("\(tag)-") || "\(tag)-".hasPrefix("\(language)-")
            }
        }
    }
#endif
