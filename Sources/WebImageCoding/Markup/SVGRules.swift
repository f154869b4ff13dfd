/// The elements and attributes that a sanitised SVG text keeps.
enum SVGRules {
    /// The elements that run, load or send something, by their names without prefix in small letters.
    private static let active: Set<String> = [
        "script", "handler", "listener", "iframe", "frame", "frameset", "object", "embed", "applet",
        "portal", "fencedframe", "form", "fieldset", "input", "button", "select", "optgroup",
        "option", "datalist", "textarea", "output", "keygen", "meta", "link", "base",
    ]

    /// The elements of HTML that show text; all others inside of `foreignObject` go.
    private static let harmless: Set<String> = [
        "body", "div", "p", "span", "b", "i", "u", "s", "em", "strong", "small", "big", "sub",
        "sup", "br", "hr", "wbr", "a", "code", "pre", "kbd", "samp", "var", "tt", "q", "cite",
        "blockquote", "abbr", "mark", "del", "ins", "font", "center", "label", "h1", "h2", "h3",
        "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "colgroup", "col",
        "thead", "tbody", "tfoot", "tr", "td", "th", "section", "article", "header", "footer",
        "figure", "figcaption", "main",
    ]

    /// The attributes whose value is an address.
    private static let links: Set<String> = [
        "href", "src", "base", "action", "formaction", "data", "poster", "background", "ping",
        "srcset", "codebase", "manifest",
    ]

    /// Returns the part of a name behind its prefix, in small letters.
    static func localName(_ name: ArraySlice<UInt8>) -> String {
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        let local = colon.map { name[($0 + 1)...] } ?? name
        return String(decoding: local.map { (65...90).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
    }

    /// Returns `true` for an element that stays.
    static func keeps(_ element: String, isForeign: Bool) -> Bool {
        isForeign ? harmless.contains(element) : !active.contains(element)
    }

    /// Returns `true` for an attribute that stays with a value.
    ///
    /// - Parameter text: The value, whose references are those of XML itself.
    static func keeps(_ attribute: String, _ text: ArraySlice<UInt8>, of element: String) -> Bool {
        if attribute.hasPrefix("on") || attribute == "srcdoc" { return false }
        guard links.contains(attribute) else { return true }
        let address = MarkupEntities.plain(text)
        if element == "use" {
            return address.first { $0 > 0x20 } == UInt8(ascii: "#")
        }
        switch scheme(of: address) {
        case nil, "http", "https": return true
        case "data": return element == "image" || element == "feimage"
        default: return false
        }
    }

    /// Returns `true` for the name of an attribute that an animation must not set.
    static func isActive(_ name: [UInt8]) -> Bool {
        let name = localName(name.filter { !MarkupScanner.isSpace($0) }[...])
        return name.hasPrefix("on") || links.contains(name)
    }

    /// Returns the scheme of an address as browsers read it, in small letters; nil for a relative one.
    ///
    /// They skip controls and blanks in front, and tabs and line breaks everywhere (WHATWG URL).
    private static func scheme(of address: [UInt8]) -> String? {
        var name: [UInt8] = []
        for byte in address.drop(while: { $0 <= 0x20 }) {
            switch Unicode.Scalar(byte) {
            case "\t", "\n", "\r": continue
            case ":": return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            case "A"..."Z": name.append(byte | 32)
            case "a"..."z": name.append(byte)
            case "0"..."9", "+", "-", ".":
                if name.isEmpty { return nil }
                name.append(byte)
            default: return nil
            }
        }
        return nil
    }
}
