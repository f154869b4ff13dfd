#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Enlarged text, at which librsvg 2.54 ends the process.
    struct SVGEnlargedTextTests {
        private static let text = "<text>a<tspan>  </tspan></text>"

        /// Returns text that counts, but is not laid out: at such sizes a font fails, for a while
        /// in all threads.
        private static func unseen(_ size: String) -> String {
            "<text display='none' font-size='\(size)'>a</text>"
        }

        private static func group(_ transform: String, _ content: String = text) -> String {
            "<g transform='\(transform)'>\(content)</g>"
        }

        private static func sheet(_ rules: String, _ content: String) -> String {
            "<style>\(rules)</style>" + content
        }

        private static func nested(_ count: Int, _ transform: String) -> String {
            String(repeating: "<g transform='\(transform)'>", count: count) + text
                + String(repeating: "</g>", count: count)
        }

        private static let large = "<rect width='1e8' height='1e8'"
        private static let lines = "<path d='M0 0H9' stroke-width='1e8' stroke='red'"
        private static let embedded = group("scale(3e5)").replacing("<", with: "%3C")

        private static let tooLarge: [Bomb] = [
            Bomb("transform", group("scale(3e5)")),
            Bomb("edge", group("scale(84000)")),
            Bomb("size at the edge", group("scale(101)", "<text font-size='1e4'>a</text>")),
            Bomb("size of next to nothing", group("scale(3e5)", "<text font-size='0'> </text>")),
            Bomb("one side", group("scale(1e-9,3e5)")),
            Bomb("mirror", group("scale(-3e5)")),
            Bomb("own transform", "<text transform='scale(3e5)'> </text>"),
            Bomb("turned matrices", nested(40, "matrix(1 1 -1 1 0 0)")),
            Bomb("escape", group(#"sc\61le(/**/3e5)"#)),
            Bomb("slant", "<g style='transform:skewX(1.5707963rad)'>\(text)</g>"),
            Bomb("steep slant", group("skewY(89.99999)")),
            Bomb("sheet", sheet("g{transform:scale(1e6)}", "<g>\(text)</g>")),
            Bomb(
                "rules that may not match",
                sheet("g:not(g){transform:scale(1e-6)}", group("scale(1e6)"))),
            Bomb(
                "malformed reduction",
                group("scale(1e-6) x", group("scale(1e6)"))),
            Bomb(
                "malformed reduction in a style",
                "<g style='transform:scale(1e-6 1e-6)'>\(group("scale(1e6)"))</g>"),
            Bomb(
                "mask",
                "<mask id='m' maskContentUnits='objectBoundingBox'>\(text)</mask>\(large) mask='url(#m)'/>"
            ),
            Bomb(
                "mask by escape",
                #"<mask id='m' maskContentUnits=' object\42oundingBox'>\#(text)</mask>\#(large) mask='url(#m)'/>"#
            ),
            Bomb(
                "clip",
                "<clipPath id='c' clipPathUnits='objectBoundingBox'>\(text)</clipPath>\(large) clip-path='url(#c)'/>"
            ),
            Bomb("marker", "<marker id='k'>\(text)</marker>\(lines) marker-end='url(#k)'/>"),
            Bomb(
                "marker with a box",
                "<marker id='k' viewBox='0 0 1e-7 1e-7'>\(text)</marker><path d='M0 0H9' marker-end='url(#k)'/>"
            ),
            Bomb(
                "pattern with a box",
                """
                <pattern id='p' width='1' height='1' viewBox='0 0 1e-7 1e-7'>\(text)</pattern>\
                <rect width='64' height='64' fill='url(#p)'/>
                """),
            Bomb(
                "pattern of another one",
                """
                <pattern id='b'>\(text)</pattern><pattern id='a' xlink:href='#b' width='1' \
                height='1' viewBox='0 0 1e-5 1e-5'/><rect width='64' height='64' fill='url(#a)'/>
                """),
            Bomb("nested box", "<svg viewBox='0 0 1e-5 1e-5'>\(text)</svg>"),
            Bomb(
                "share of a nested side",
                "<svg width='1e6' height='1e6'><svg viewBox='0 0 1 1'>\(text)</svg></svg>"),
            Bomb(
                "sides of a sheet",
                sheet(
                    "svg svg{width:1e6px;height:1e6px}",
                    "<svg viewBox='0 0 1 1' width='1' height='1'>\(text)</svg>")),
            Bomb(
                "symbol", "<symbol id='y' viewBox='0 0 1e-5 1e-5'>\(text)</symbol><use href='#y'/>"),
            Bomb(
                "use",
                "<defs><g id='t'>\(text)</g></defs>\(group("scale(3e5)", "<use href='#t'/>"))"),
            Bomb(
                "filter",
                """
                <defs><g id='t'>\(text)</g></defs><filter id='f' primitiveUnits='objectBoundingBox'>\
                <feImage href='#t'/></filter>\(large) filter='url(#f)'/>
                """),
            Bomb(
                "embedded document",
                """
                <image width='9' height='9' href="data:image/svg+xml,%3Csvg \
                xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(embedded)%3C/svg>"/>
                """),
        ]

        @Test(arguments: tooLarge)
        func `text enlarged beyond measure is refused`(bomb: Bomb) {
            #expect(throws: CodecError.limit("a font size enlarged to more than 1000000 pixels")) {
                try decode(svg("width='64' height='64'", bomb.content))
            }
        }

        @Test func `text enlarged by the size asked for is refused`() throws {
            let text = svg("width='64' height='64'", Self.group("scale(40000)", Self.unseen("12")))
            #expect(throws: Never.self) { try decode(text) }
            let box = PixelSize(width: 200, height: 200)
            #expect(throws: CodecError.limit("a font size enlarged to more than 1000000 pixels")) {
                try decode(text, DecodeOptions(downsampling: Downsampling(box: box, fit: .fit)))
            }
        }

        @Test func `text enlarged where the size is measured is refused`() {
            #expect(throws: CodecError.limit("a font size enlarged to more than 1000000 pixels")) {
                try metadata(of: svg("", Self.group("scale(3e5)")))
            }
        }

        private static let sound: [Bomb] = [
            Bomb("edge", group("scale(83000)", unseen("12"))),
            Bomb("reduction", group("scale(1e-6)", group("scale(1e6)"))),
            Bomb("size at the edge", group("scale(99)", unseen("1e4"))),
            Bomb(
                "marker", "<marker id='k'>\(text)</marker><path d='M0 0H9' marker-end='url(#k)'/>"),
            Bomb("mask", "<mask id='m'>\(text)</mask><rect width='9' height='9' mask='url(#m)'/>"),
            Bomb(
                "pattern with a box",
                """
                <pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse' \
                viewBox='0 0 90 90'>\(text)</pattern><rect width='64' height='64' fill='url(#p)'/>
                """),
            Bomb(
                "shares without text",
                "\(large)/><mask id='m' maskContentUnits='objectBoundingBox'/>\(text)"),
            Bomb(
                "nested boxes", "<svg viewBox='0 0 9 9'><svg viewBox='0 0 9 9'>\(text)</svg></svg>"),
            Bomb("symbol", "<symbol id='y' viewBox='0 0 9 9'>\(text)</symbol><use href='#y'/>"),
        ]

        @Test(arguments: sound)
        func `text as it is drawn is not`(picture: Bomb) throws {
            #expect(
                try decode(svg("width='64' height='64'", picture.content)).bitmap.size.width == 64)
        }
    }
#endif
