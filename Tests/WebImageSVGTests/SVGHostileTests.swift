#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The content of a document, and its name.
    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: String

        init(_ name: String, _ content: String) {
            testDescription = name
            self.content = content
        }
    }

    /// Documents that would take too much time or memory, or end the process.
    struct SVGHostileTests {
        private static let chain = (0..<40).map {
            "<g id='g\($0 + 1)'><use xlink:href='#g\($0)'/><use xlink:href='#g\($0)'/></g>"
        }.joined()
        private static let deepChain = (0..<2000).map {
            "<g id='g\($0 + 1)'><use xlink:href='#g\($0)'/></g>"
        }.joined()
        private static let patterns = (0..<30).map {
            let fill = "<rect width='1' height='1' fill='url(#p\($0))'/>"
            return "<pattern id='p\($0 + 1)' width='1' height='1'>\(fill)\(fill)</pattern>"
        }.joined()
        private static let base = #"width="100" height="100""#

        private static func filter(_ primitive: String) -> String {
            #"<filter id="f">\#(primitive)</filter><rect width="9" height="9" filter="url(#f)"/>"#
        }

        private static let bombs: [Bomb] = [
            Bomb(
                "use doubles",
                "<defs><path id='g0' d='M0 0'/>\(chain)</defs><use xlink:href='#g40'/>"
            ),
            Bomb(
                "use nests", "<defs><path id='g0' d='M0 0'/>\(deepChain)</defs><use href='#g2000'/>"
            ),
            Bomb("patterns double", "\(patterns)<rect width='9' height='9' fill='url(#p30)'/>"),
            Bomb(
                "styled patterns double",
                """
                \(patterns)<style>rect{fill:url(#p30)}</style><rect width='9' height='9'/>
                """
            ),
            Bomb("octaves", filter(#"<feTurbulence numOctaves="100000000" baseFrequency="1"/>"#)),
            Bomb(
                "windows",
                filter(#"<feMorphology radius="20"/>"#)
                    + String(
                        repeating: "<rect width='90' height='90' filter='url(#f)'/>", count: 2000)
            ),
            Bomb(
                "large tile",
                """
                <pattern id="p" width="30000" height="30000" patternUnits="userSpaceOnUse"><g/>\
                </pattern><rect width="9" height="9" fill="url(#p)"/>
                """
            ),
            Bomb(
                "scaled tile",
                """
                <pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><g/></pattern>\
                <g transform="scale(200)"><g transform="matrix(200 0 0 200 0 0)">\
                <rect width="9" height="9" fill="url(#p)"/></g></g>
                """
            ),
            Bomb(
                "tile of a large shape",
                """
                <pattern id="p" width="1" height="1"><g/></pattern>\
                <rect width="30000" height="30000" fill="url(#p)"/>
                """
            ),
            Bomb("font size", #"<text font-size="1e9">A</text>"#),
            Bomb(
                "font size in a style", #"<text style="fill:red; font-size : 9999999px">A</text>"#),
            Bomb(
                "font size in a sheet",
                "<style>text { font : bold 9999999px serif }</style><text>A</text>"
            ),
            Bomb(
                "font sizes multiply",
                "<g font-size='9000'><g font-size='9000%'><text font-size='99em'>A</text></g></g>"
            ),
            Bomb(
                "font sizes of use",
                "<g id='a' font-size='999em'/><g font-size='999'><g font-size='999em'><text>A</text></g></g>"
            ),
            Bomb("text", "<text>\(String(repeating: "W", count: 20_000))</text>"),
            Bomb(
                "text in sections",
                "<text>\(String(repeating: "W<![CDATA[W]]>", count: 9_000))</text>"
            ),
            Bomb(
                "enlarged text",
                #"<g transform="scale(1e5)"><g transform="scale(1e5)"><text>A</text></g></g>"#
            ),
            Bomb(
                "arcs",
                #"<path stroke="red" d="M0 0 \#(String(repeating: "A1e9 1e9 0 1 1 9 9", count: 5000))"/>"#
            ),
            Bomb(
                "style rules",
                "<style>\(String(repeating: ".a{fill:red}", count: 20_000))</style>\(String(repeating: "<g/>", count: 20_000))"
            ),
            Bomb("elements", String(repeating: "<g/>", count: 300_000)),
            Bomb(
                "nesting",
                String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000)
            ),
            Bomb(
                "markers",
                """
                <marker id="m">\(String(repeating: "<g/>", count: 1000))</marker>\
                <path marker-mid="url(#m)" d="M0 0 \(String(repeating: "L1 1 ", count: 2000))"/>
                """
            ),
        ]

        @Test(arguments: bombs)
        func `what multiplies is refused before it is drawn`(bomb: Bomb) throws {
            let time = try processorTime(of: {
                let error = try #require(throws: CodecError.self) {
                    try decode(svg(Self.base, bomb.content))
                }
                guard case .limit = error else {
                    Issue.record("\(bomb.testDescription): \(error)")
                    return
                }
            })
            #expect(time < .seconds(5))
        }

        @Test func `filters of a document that must be measured are counted`() throws {
            func turbulence(octaves: Int) -> String {
                let content = """
                    <filter id="f" x="-9" y="-9" width="999" height="999">\
                    <feTurbulence numOctaves="\(octaves)"/></filter>\
                    <rect width="9" height="9" filter="url(#f)"/>
                    """
                return svg("", content)
            }
            #expect(try decode(turbulence(octaves: 100)).bitmap.size.width == 9)
            #expect(
                throws: CodecError.limit(
                    "lines, filters and layers that take too long to draw at this size")
            ) { try decode(turbulence(octaves: 3000)) }
        }

        @Test(arguments: [
            ##"<!ENTITY a "&#60;use/>">"##, #"<!ENTITY a "x"><!ENTITY a "y">"#,
            "<!ENTITY a \"\u{301}<rect width='40' height='40'/>\">",
            "<!ATTLIST rect xmlns:q CDATA '>' fill CDATA 'blue'>",
            ##"<!ENTITY a "<use href='#a'/>">"##,
            #"<!ENTITY % p "x">"#, ##"<!ATTLIST use href CDATA "#a">"##,
        ])
        func `a document type that hides something is refused`(subset: String) {
            let text = "<!DOCTYPE svg [\(subset)]>" + svg(Self.base, "<g/>")
            #expect(throws: CodecError.self) { try decode(text) }
        }

        @Test func `an instruction in a document type hides nothing`() {
            let matrix = "<filter id=\"f\"><feConvolveMatrix order=\"30\"/></filter>"
            let hidden = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(matrix)</svg>"
            let text = "<!DOCTYPE svg [<?p '?>]>\(hidden)<!--'>]>\(svg(Self.base, ""))-->"
            #expect(throws: CodecError.limit("an feConvolveMatrix of more than 400 numbers")) {
                try decode(text)
            }
        }

        @Test func `ids that differ only in their encoding are refused`() {
            let text = svg(Self.base, "<g id='\u{E9}'/><g id='e\u{301}'/>")
            #expect(throws: CodecError.self) { try decode(text) }
            let start = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
            let bytes = Array(svg(Self.base, "<g id='1'/><g id='2'/>").utf8).map { byte in
                ["1", "2"].contains(Character(Unicode.Scalar(byte))) ? byte + 0xB0 : byte
            }
            #expect(throws: CodecError.self) { try decode(bytes: start + bytes) }
        }

        @Test func `entities that become much text are refused`() {
            let long = String(repeating: "A", count: 40_000)
            let uses = String(repeating: "&a;", count: 1000)
            let text =
                "<!DOCTYPE svg [<!ENTITY a '\(long)'>]>" + svg(Self.base, "<desc>\(uses)</desc>")
            #expect(throws: CodecError.limit("entities expand to more than 1048576 bytes")) {
                try decode(text)
            }
        }

        @Test(arguments: [
            "<!ENTITY a '&b;&b;'><!ENTITY b '&a;'>", "<!ENTITY a '&a;'>",
            (0..<40).map { "<!ENTITY \($0 == 0 ? "a" : "a\($0)") '&a\($0 + 1);&a\($0 + 1);'>" }
                .joined(),
        ])
        func `entities that contain themselves or many others are refused`(subset: String) {
            let text = "<!DOCTYPE svg [\(subset)]>" + svg(Self.base, "<desc>&a;</desc>")
            let error = #expect(throws: CodecError.self) { try decode(text) }
            let isLimit = if case .limit? = error { true } else { false }
            #expect(isLimit, "\(String(describing: error))")
        }

        @Test(arguments: [
            ##"<!ENTITY red "#f00">"##,
            ##"<!ENTITY red "#&f;0&z;"><!ENTITY f "f"><!ENTITY z "&n;">"##
                + "<!ENTITY n '0'>",
        ])
        func `an entity is replaced, and others in it`(subset: String) throws {
            let text =
                "<?xml version='1.0'?><!DOCTYPE svg [\(subset)]>"
                + svg(Self.base, "<rect width='100' height='100' fill='&red;'/>")
            #expect(try decode(text).bitmap[50, 50] == SIMD4(0, 0, 255, 255))
        }

        @Test(arguments: [
            "file:///etc/passwd", "http://127.0.0.1:9/x.png", "../x.png", "//127.0.0.1:9/x.svg#a",
        ])
        func `nothing outside is read`(address: String) throws {
            let content = """
                <rect width="100" height="100" fill="#0f0"/>\
                <image href="\(address)" width="100" height="100"/><use href="\(address)"/>\
                <style>@import url("\(address)");</style>
                """
            #expect(try decode(svg(Self.base, content)).bitmap[50, 50] == SIMD4(0, 255, 0, 255))
        }

        @Test func `embedded pictures count`() {
            // The header of a PNG of 30000 × 30000 pixels.
            let png = "iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAAAAAA="
            let nested = svg(Self.base, "<defs><g id='g0'/>\(Self.chain)</defs><use href='#g40'/>")
                .replacing("<", with: "%3C").replacing("#", with: "%23").replacing("\"", with: "'")
            for address in [
                "data:image/png;base64,\(png)", "data:image/svg+xml,\(nested)",
            ] {
                #expect(throws: CodecError.self) {
                    try decode(svg(Self.base, #"<image href="\#(address)"/>"#))
                }
            }
        }

        @Test func `frames and scans of embedded pictures count`() throws {
            // A GIF of 2 x 2 pixels: a table of two colours, then frames.
            let head: [UInt8] = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 9, 9, 9]
            let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 2, 0x84, 0x51, 0]
            let large: [UInt8] = [0x2C, 0, 0, 0, 0, 0, 0x20, 0, 0x20, 0, 2, 1, 0x44, 0]
            // A JPEG of 8 x 8 pixels, only its header and the starts of scans.
            let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
            let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
            func content(_ picture: [UInt8]) -> String {
                let text = picture.map {
                    "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
                }
                return svg(Self.base, #"<image href="data:image/x,\#(text.joined())"/>"#)
            }
            for (start, part, times) in [(head, frame, 201), (head, large, 7), (jpeg, scan, 51)] {
                let many = start + (0..<times).flatMap { _ in part } + [0x3B]
                let limits = DecodeLimits(maxPixels: 900_000_000)
                let error = #expect(throws: CodecError.self) {
                    try decode(content(many), DecodeOptions(limits: limits))
                }
                guard case .limit = error else {
                    Issue.record("\(String(describing: error)) is no limit")
                    continue
                }
            }
            #expect(try decode(content(head + frame + frame + [0x3B])).bitmap.size.width == 100)
        }

        @Test func `a tile of no size does not end the process`() throws {
            let content = """
                <filter id="f"><feFlood width="0" height="0"/><feTile/></filter>\
                <rect width="9" height="9" filter="url(#f)"/>
                """
            #expect(try decode(svg(Self.base, content)).bitmap.size.width == 100)
        }

        @Test(arguments: ["UTF-7", "UTF-16", "IBM037", "GBK", "Big5", "Big5-HKSCS", "Shift_JIS"])
        func `encodings that hide markup are refused`(encoding: String) {
            let text = "<?xml version='1.0' encoding='\(encoding)'?>" + svg(Self.base, "<g/>")
            #expect(throws: CodecError.self) { try decode(text) }
        }
    }
#endif
