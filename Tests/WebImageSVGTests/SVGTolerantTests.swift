#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The content of a document, and its name.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: String

        init(_ name: String, _ content: String) {
            testDescription = name
            self.content = content
        }
    }

    /// Parts that librsvg cannot draw, or reads otherwise than browsers.
    struct SVGTolerantTests {
        private static let base = "width='40' height='20'"
        private static let square = "<rect width='20' height='20' fill='#0f0'/>"

        private static let strangers: [Sample] = [
            Sample("WebP", "data:image/webp;base64,UklGRhIAAABXRUJQVlA4TAYAAAAvQWxvAA=="),
            Sample("TIFF", "data:image/tiff;base64,SUkqAAgAAAAAAA=="),
            Sample("XPM", "data:image/x-xpixmap,/* XPM */"),
            Sample("text as PNG", "data:image/png;base64,AAAAbm90IGEgcG5n"),
            Sample("a cut PNG", "data:image/png;base64,iVBORw0KGgoAAAAN"),
            Sample("a JPEG without a frame", "data:image/jpeg;base64,/9j/2Q=="),
            Sample("a document that is none", "data:image/svg+xml,%3Csvg%3E%3C/a%3E"),
        ]

        @Test(arguments: strangers)
        func `a document is drawn without an image that cannot be`(image: Sample) throws {
            let content =
                Self.square + "<image x='20' width='20' height='20' href='\(image.content)'/>"
                + "<image xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='\(image.content)'/>"
            let bitmap = try decode(svg(Self.base, content)).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
            #expect(bitmap[30, 10] == SIMD4(0, 0, 0, 0))
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

        @Test(arguments: [true, false], ["", "<?xml version='1.0' encoding='UTF-16'?>"])
        func `a document in UTF-16 is drawn`(isBig: Bool, start: String) throws {
            let text = "\u{FEFF}" + start + svg(Self.base, Self.square + "<g id='ö'/>")
            let bytes = text.utf16.flatMap { unit in
                let halves = [UInt8(unit >> 8), UInt8(unit & 255)]
                return isBig ? halves : halves.reversed()
            }
            let bitmap = try decode(bytes: bytes).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255) && bitmap[30, 10].w == 0)
        }

        @Test(arguments: [
            "ISO-8859-1", "windows-1252", "gb2312", "GBK", "Big5", "EUC-JP", "EUC-KR", "koi8-r",
        ])
        func `a document in an encoding based on ASCII is drawn`(encoding: String) throws {
            let start = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
            let text = start + svg(Self.base, Self.square + "<g id='@'/>")
            // Two bytes that are one character, or two.
            let bytes = Array(text.utf8).flatMap { $0 == UInt8(ascii: "@") ? [0xB0, 0xA1] : [$0] }
            let bitmap = try decode(bytes: bytes).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
        }

        @Test(arguments: ["UTF-16", "utf-16le", "UTF-32", "ISO-10646-UCS-2"])
        func `the bytes decide if a document in ASCII declares another encoding`(
            encoding: String
        ) throws {
            let start = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
            let bitmap = try decode(start + svg(Self.base, Self.square + "<g id='ö'/>")).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
            let marked = "\u{FEFF}" + start.replacing(encoding, with: "ISO-8859-1")
            #expect(try decode(marked + svg(Self.base, Self.square)).bitmap[10, 10].y == 255)
        }

        @Test(arguments: [
            "<?xml version='1.1'?><svg @>%</svg>",
            "<svg @ xmlns:x='http://inkscape.sourceforge.net/DTD/s odipodi-0.dtd'>%</svg>",
            "<svg @ xmlns:x='http://a b'><x:y x:z=''/>%</svg>", "<svg @ xmlns:x=''>%</svg>",
            "<!DOCTYPE svg PUBLIC 'a' 'http://127.0.0.1:9/a.dtd'><svg @>%<text>&nbsp;</text></svg>",
            "<!DOCTYPE svg SYSTEM 'a'><svg @><g id='a&nbsp;b'/>%</svg>",
        ])
        func `a document with an error that browsers pass over is drawn`(text: String) throws {
            let root = "xmlns='http://www.w3.org/2000/svg' \(Self.base)"
            let text = text.replacing("@", with: root).replacing("%", with: Self.square)
            #expect(try decode(text).bitmap[10, 10] == SIMD4(0, 255, 0, 255))
        }

        private static let filtered = "width='20' height='20' fill='#0f0' filter='url(#f)'"
        private static let withErrors: [Sample] = [
            Sample(
                "x of use",
                "<defs>\(square.dropLast(2)) id='s'/></defs><use x='undefined' href='#s'/>"),
            Sample(
                "x1 of line",
                "<line x1='' y1='5 px' y2='20' x2='20' stroke='#0f0' stroke-width='40'/>"),
            Sample("box of svg", "<svg viewBox='0 0 a 1'>\(square)</svg>"),
            Sample(
                "aspect of svg",
                "<svg preserveAspectRatio='middle' viewBox='0 0 40 20'>\(square)</svg>"),
            Sample(
                "deviation",
                "<filter id='f'><feGaussianBlur stdDeviation='a'/></filter>"
                    + "<rect \(filtered)/>"),
            Sample(
                "input", "<filter id='f'><feOffset in='nothing'/></filter><rect \(filtered)/>"),
            Sample(
                "input of a node",
                "<filter id='f'><feMerge><feMergeNode in='later'/></feMerge></filter><rect \(filtered)/>"
            ),
            Sample(
                "result",
                "<filter id='f'><feOffset result='1 a'/><feOffset in='1 a'/></filter><rect \(filtered)/>"
            ),
            Sample(
                "operator",
                "<filter id='f'><feComposite in2='SourceAlpha' operator='lighter'/></filter>"
                    + "<rect \(filtered)/>"),
            Sample(
                "negative deviation",
                "<filter id='f'><feGaussianBlur stdDeviation='-1'/></filter><rect \(filtered)/>"),
            Sample(
                "infinite deviation",
                "<filter id='f'><feGaussianBlur stdDeviation='1e400'/></filter><rect \(filtered)/>"),
            Sample(
                "result of a tile",
                "<filter id='f'><feTile result='t'/><feOffset in='t'/></filter><rect \(filtered)/>"),
            Sample(
                "result of a word",
                "<filter id='f'><feOffset result='inherit'/></filter><rect \(filtered)/>"),
            Sample(
                "order",
                "<filter id='f'><feConvolveMatrix order='0' kernelMatrix='0 0 0 0 1 0 0 0 0'/></filter>"
                    + "<rect \(filtered)/>"),
            Sample(
                "blend",
                "<filter id='f'><feBlend mode='x' in2='SourceGraphic'/></filter><rect \(filtered)/>"
            ),
            Sample(
                "one number as matrix",
                "<filter id='f'><feColorMatrix values='1'/></filter><rect \(filtered)/>"),
            Sample(
                "matrix",
                "<filter id='f'><feColorMatrix values='1 2 3'/></filter><rect \(filtered)/>"),
            Sample(
                "type", "<filter id='f'><feColorMatrix type='grey'/></filter><rect \(filtered)/>"),
        ]

        @Test(arguments: withErrors)
        func `an invalid attribute is ignored`(document: Sample) throws {
            let bitmap = try decode(svg(Self.base, document.content)).bitmap
            #expect(bitmap[10, 10] == SIMD4(0, 255, 0, 255))
        }

        @Test(arguments: [
            "<g width='40'><rect width='inherit' height='20' fill='#0f0'/></g>"
                + "<rect x='20' width='20' height='20' fill='#0f0'/>",
            "<rect x=' 1e1 ' y='10%' width='+.5cm' height='20PX' fill='#0f0'/>",
            "<svg viewBox='0 0 10 20' preserveAspectRatio=' xMaxYMid  slice '>\(square)</svg>",
            "<filter id='f' x='0' width='2'><feOffset dx='20' result=' a-1 '/><feFlood/><feOffset in='a-1'/>"
                + "</filter><rect \(filtered)/>",
            "<filter id='f'><feGaussianBlur stdDeviation='0 , 0'/><feOffset dx='20'/></filter>"
                + "<filter id='g' x='0' width='2'><feColorMatrix type='saturate' values='1'/>"
                + "<feOffset dx='20'/></filter><rect \(filtered.replacing("#f", with: "#g"))/>",
        ])
        func `a valid attribute applies`(content: String) throws {
            let bitmap = try decode(svg(Self.base, content)).bitmap
            #expect(bitmap[25, 10] == SIMD4(0, 255, 0, 255))
        }

        @Test(arguments: [
            "image/gif", "image/GIF", "image/jpg", "image/png", "image/*", "a", "href",
            "image/jpg;charset=utf-8", "",
        ])
        func `an embedded image is drawn whatever its media type`(type: String) throws {
            let gif = "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
            let image = "<image width='20' height='20' href='data:\(type);base64,\(gif)'/>"
            #expect(try decode(svg(Self.base, image)).bitmap[10, 10] == SIMD4(0, 0, 255, 255))
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
