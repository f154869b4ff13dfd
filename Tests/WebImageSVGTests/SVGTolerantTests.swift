#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Parts that librsvg cannot draw, or reads otherwise than browsers.
    struct SVGTolerantTests {
        private static let base = "width='40' height='20'"
        private static let square = "<rect width='20' height='20' fill='#0f0'/>"

        private static let strangers: [Bomb] = [
            Bomb("WebP", "data:image/webp;base64,UklGRhIAAABXRUJQVlA4TAYAAAAvQWxvAA=="),
            Bomb("TIFF", "data:image/tiff;base64,SUkqAAgAAAAAAA=="),
            Bomb("XPM", "data:image/x-xpixmap,/* XPM */"),
            Bomb("text as PNG", "data:image/png;base64,AAAAbm90IGEgcG5n"),
            Bomb("a cut PNG", "data:image/png;base64,iVBORw0KGgoAAAAN"),
            Bomb("a JPEG without a frame", "data:image/jpeg;base64,/9j/2Q=="),
            Bomb("a document that is none", "data:image/svg+xml,%3Csvg%3E%3C/a%3E"),
        ]

        @Test(arguments: strangers)
        func `a document is drawn without an image that cannot be`(image: Bomb) throws {
            let content =
                Self.square + "<image x='20' width='20' height='20' href='\(image.content)'/>"
                + "<image xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='\(image.content)'/>"
            let bitmap = try decode(svg(Self.base, content)).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
            #expect(bitmap[30, 10] == SIMD4(0, 0, 0, 0))
        }

        @Test func `images of unknown formats in an embedded document are refused`() {
            let inner =
                "%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E"
                + "%3Cimage href='data:image/x-xpixmap,/* XPM */'/%3E%3C/svg%3E"
            let content = "<image href=\"data:image/svg+xml,\(inner)\"/>"
            #expect(throws: CodecError.self) { try decode(svg(Self.base, content)) }
        }

        @Test(arguments: ["0 0 30px 20px", "0 0 30", "0 0 -30 20", "a", "", "0 0 30 20 1"])
        func `an invalid view box is ignored`(box: String) throws {
            let text = svg(Self.base + " viewBox='\(box)'", Self.square)
            let bitmap = try decode(text).bitmap
            #expect(bitmap.size == PixelSize(width: 40, height: 20))
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
        }

        @Test(arguments: ["0,0,80,40", " 0 0 8e1 40 ", "0 , 0 80,40"])
        func `a valid view box is not`(box: String) throws {
            let bitmap = try decode(svg(Self.base + " viewBox='\(box)'", Self.square)).bitmap
            #expect(bitmap[15, 5] == SIMD4(0, 0, 0, 0))
            #expect(bitmap[5, 5] == SIMD4(0, 255, 0, 255))
        }

        @Test(arguments: [
            ("", "", 32, 24), ("font-size='10'", "", 20, 15),
            ("style='font-size:20px'", "", 40, 30),
            ("style='font-size: 150%'", "", 48, 36), ("", "svg{font-size:10px}", 20, 15),
            ("font-size='10' class='a b'", ".b{font-size:15pt}", 40, 30),
            ("font-size='x'", "rect{font-size:10px}", 32, 24),
        ])
        func `a root in em has the font size of the root`(
            root: String, rules: String, width: Int, height: Int
        ) throws {
            let text = svg(
                "width='2em' height='3ex' \(root)", "<style>\(rules)</style>" + Self.full)
            let bitmap = try decode(text).bitmap
            #expect(bitmap.size == PixelSize(width: width, height: height))
            #expect(bitmap[width - 1, height - 1] == SIMD4(0, 255, 0, 255))
            #expect(bitmap[5, 5] == SIMD4(0, 0, 255, 255))
        }

        /// A green ground with a red square of ten pixels.
        private static let full = """
            <rect width='100%' height='100%' fill='#0f0'/><rect width='10' height='10' fill='red'/>
            """
    }
#endif
