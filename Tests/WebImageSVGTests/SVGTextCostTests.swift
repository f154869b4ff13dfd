#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The cost of letters: in lines next to each other, and on one another.
    struct SVGTextCostTests {
        private static func lines(_ text: String, _ count: Int, _ style: String = "") -> String {
            (0..<count).map { "<text y='\($0 * 5 % 1000)' \(style)>\(text)</text>" }.joined()
        }

        private static func repeated(_ text: String, _ count: Int) -> String {
            String(repeating: text, count: count)
        }

        private static let sizes = (0..<4000).map {
            "<text y='9' font-size='\(10 + Double($0) / 1000)'>a</text>"
        }.joined()

        private static let drawn: [Bomb] = [
            Bomb("Cyrillic", lines(repeated("Съешь ещё ", 8), 200, "font-size='12'")),
            Bomb(
                "Cyrillic of several sizes",
                lines(repeated("Съешь ещё ", 8), 200, "font-size='90%'")),
            Bomb("Chinese", lines(repeated("永字八法", 10), 200)),
            Bomb("a long line", "<text>\(repeated("one word ", 500))</text>"),
            Bomb("narrow lines", lines("A narrow line", 200, "letter-spacing='-1'")),
            Bomb(
                "a narrow word beside long lines",
                lines(repeated("one word ", 90), 20)
                    + "<text letter-spacing='-1' font-size='200'>narrow</text>"),
            Bomb("marks", lines(repeated("e\u{301}a\u{308}", 15), 100)),
            Bomb("large letters", lines("Title", 20, "font-size='200'")),
        ]

        @Test(arguments: drawn)
        func `text as it is written is drawn`(text: Bomb) throws {
            let time = try processorTime(of: {
                let bitmap = try decode(svg("width='1000' height='1000'", text.content)).bitmap
                #expect(bitmap.size.width == 1000)
            })
            #expect(time < .seconds(5))
        }

        private static let refused: [Bomb] = [
            Bomb("a very long line", "<text>\(repeated("W", 20_000))</text>"),
            Bomb(
                "letters on one another",
                "<text y='90' font-size='100' letter-spacing='-60'>\(repeated("g", 2000))</text>"),
            Bomb(
                "letters on one another by a rule",
                "<style>g{font-size:100px;letter-sp\\61 cing:-60px}</style><g><text y='90'>"
                    + repeated("g", 2000) + "</text></g>"),
            Bomb(
                "words on one another",
                "<text y='90' font-size='100' word-spacing='-90'>\(repeated("g ", 1000))</text>"),
            Bomb(
                "marks on one another",
                "<text y='90' font-size='100'>g\(repeated("\u{301}", 2000))</text>"),
            Bomb(
                "escaped marks", "<text y='90' font-size='100'>g\(repeated("&#x301;", 2000))</text>"
            ),
            Bomb("many fonts", sizes),
            Bomb("many letters", lines(repeated("abcdefg ", 10), 2000)),
        ]

        @Test(arguments: refused)
        func `text that takes long is refused`(text: Bomb) throws {
            let error = try #require(throws: CodecError.self) {
                try decode(svg("width='1000' height='1000'", text.content))
            }
            guard case .limit = error else {
                Issue.record("\(text.testDescription): \(error)")
                return
            }
        }
    }
#endif
