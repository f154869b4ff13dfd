#if SVG
    /// The conditions under which an element is drawn (SVG 2, section 5.8), for a reader of English.
    ///
    /// librsvg 2.54 applies them inside of `switch` only, and there by the language of the process. The
    /// language is fixed here, so that one document is one picture in every process.
    struct SVGConditions {
        /// `true` if the element has a condition.
        let isConditional: Bool
        /// `true` if all conditions are met.
        let isMet: Bool

        /// The attributes of conditions that are examined.
        static let words: [StaticString] = ["systemLanguage", "requiredExtensions"]

        /// The language of the reader (BCP 47), in lower case.
        private static let language = "en-us"

        /// - Parameters:
        ///   - languages: The value of `systemLanguage`; nil without it.
        ///   - hasExtensions: `true` if the element requires extensions: there are none.
        init(languages: String?, hasExtensions: Bool) {
            isConditional = languages != nil || hasExtensions
            isMet = !hasExtensions && (languages.map(Self.accepts) ?? true)
        }

        /// Returns `true` if one of the languages is that of the reader, includes it, or is part of it.
        private static func accepts(_ languages: String) -> Bool {
            languages.lowercased().split(separator: ",").contains { text in
                let tag = text.split { " \t\r\n".contains($0) }.joined()
                return "\(language)-".hasPrefix("\(tag)-") || "\(tag)-".hasPrefix("\(language)-")
            }
        }
    }
#endif
