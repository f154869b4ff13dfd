#if SVG
    /// Addresses in attributes, read as librsvg's parser does (URL Standard, section 4.4).
    enum SVGAddress {
        /// The address without spaces around it and line ends in it.
        static func trimmed(_ text: String) -> String {
            let units = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
            let start = units.firstIndex { $0 > 0x20 } ?? units.endIndex
            let end = units.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
            return String(decoding: units[start..<max(start, end)], as: UTF8.self)
        }

        /// `true` if the address holds its content itself.
        static func isEmbedded(_ text: String) -> Bool {
            trimmed(text).utf8.prefix(5).elementsEqual("data:".utf8) { $0 | 0x20 == $1 | 0x20 }
        }
    }
#endif
