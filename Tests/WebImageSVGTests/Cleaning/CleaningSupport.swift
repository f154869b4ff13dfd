#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageSVG

    /// Returns a document without scripts and foreign links.
    func cleaned(
        bytes: some Collection<UInt8>, _ limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> String {
        let clean = try ByteBlock(copying: Array(bytes)).withSpan { span throws(CodecError) in
            try SVGDecoder(inProcess: true).cleaned(span, limits: limits)
        }
        return clean.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a document without scripts and foreign links.
    func cleaned(_ text: String) throws(CodecError) -> String { try cleaned(bytes: text.utf8) }

    /// Returns what becomes of the content of a root without other attributes.
    func cleanedContent(_ content: String) throws -> String {
        let text = try cleaned(svg("", content))
        let start = try #require(text.firstIndex(of: ">"))
        guard text.hasSuffix("</svg>") else { return "" }
        return String(text[text.index(after: start)...].dropLast(6))
    }

    /// Returns what becomes of the declarations of a style.
    func cleanedStyle(_ declarations: String) throws -> String {
        let escaped = declarations.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
        let content = try cleanedContent("<g style=\"\(escaped)\"/>")
        guard content != "<g/>" else { return "" }
        return String(content.dropFirst("<g style=\"".count).dropLast("\"/>".count))
    }

    /// Returns what becomes of a style sheet.
    func cleanedSheet(_ text: String) throws -> String {
        let content = try cleanedContent("<style><![CDATA[\(text)]]></style>")
        return String(content.dropFirst("<style>".count).dropLast("</style>".count))
    }
#endif
