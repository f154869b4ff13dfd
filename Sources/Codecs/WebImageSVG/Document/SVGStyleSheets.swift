#if SVG
    /// The style sheets of a document.
    enum SVGStyleSheets {
        /// Empties a sheet for other media than a screen, and makes rules unreadable that librsvg
        /// must not see.
        ///
        /// Those are imports, and rules of `:lang()`: librsvg 2.54 aborts the process for some
        /// languages. An unknown name in a selector invalidates its whole rule.
        static func edit(_ element: SVGElement) {
            guard element.name == "style" else { return }
            if let media = element["media"], !appliesToScreen(media) {
                element.text = ""
                return
            }
            let text = Array(element.text.utf8)
            var (names, edited, copied) = (SVGTokens(text), [UInt8](), 0)
            while let (name, range) = names.nextName() {
                let isLanguage =
                    name == "lang" && text[range.upperBound...].first == UInt8(ascii: "(")
                let isImport =
                    name == "import" && text[..<range.lowerBound].last == UInt8(ascii: "@")
                guard isLanguage || isImport else { continue }
                edited += text[copied..<range.lowerBound] + Array("ignored-".utf8)
                copied = range.lowerBound
            }
            if copied > 0 {
                element.text = String(decoding: edited + text[copied...], as: UTF8.self)
            }
        }

        /// Returns `true` if a query of a list (Media Queries 4, section 3) is for screens or for
        /// all media, and for light colours if it names a scheme; other features count as met.
        private static func appliesToScreen(_ list: String) -> Bool {
            if list.allSatisfy(\.isWhitespace) { return true }
            return list.lowercased().split(separator: ",").contains { query in
                let features = query.split(separator: "(", omittingEmptySubsequences: false)
                    .dropFirst()
                let isDark = features.contains { feature in
                    feature.hasPrefix("prefers-color-scheme") && feature.contains("dark")
                }
                var words = query.prefix { $0 != "(" }.split(whereSeparator: \.isWhitespace)
                if words.first == "only" { words.removeFirst() }
                let isNegated = words.first == "not"
                if isNegated { words.removeFirst() }
                let type = words.first ?? "all"
                return (["all", "screen", "and"].contains(type) && !isDark) != isNegated
            }
        }
    }
#endif
