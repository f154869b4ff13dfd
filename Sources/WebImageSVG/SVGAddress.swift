#if SVG
    /// Addresses in attributes, read as in librsvg's parser (URL Standard, section 4.4).
    enum SVGAddress {
        /// Removes surrounding spaces and control characters, and inner tabs and line breaks.
        static func trimmed(_ text: String) -> String {
            let units = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
            let start = units.firstIndex { $0 > 0x20 } ?? units.endIndex
            let end = units.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
            return String(decoding: units[start..<max(start, end)], as: UTF8.self)
        }

        /// Returns `true` for a `data:` address.
        static func isEmbedded(_ text: String) -> Bool {
            trimmed(text).utf8.prefix(5).elementsEqual("data:".utf8) { $0 | 0x20 == $1 | 0x20 }
        }
    }
#endif
