#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Documents whose work is easily underestimated.
    struct SVGCountingTests {
        private static func many(_ text: String, _ count: Int) -> String {
            String(repeating: text, count: count)
        }

        private static let cross = "<path d='M0 0L9 9M0 9L9 0' stroke='red'/>"
        private static let rect = "<rect width='1000' height='1000'"
        private static let noise =
            "<filter id='f'><feTurbulence numOctaves='8' baseFrequency='.1'/></filter>"
        private static let window =
            "<filter id='m'><feMorphology operator='dilate' radius='100'/></filter>"
        private static let line = "<line x2='100%' y2='100%' stroke='red' stroke-dasharray='1'/>"
        private static let zigzag = "M0 0" + (0..<300).map { "L\($0) \($0 * 7 % 500)" }.joined()

        /// Returns a marker that paints with the pattern of the line it is on.
        private static func marker(_ content: String) -> String {
            """
            <filter id='f'><feTurbulence numOctaves='50'/></filter>\
            <pattern id='p' patternUnits='userSpaceOnUse' width='500' height='500'>\
            <rect width='500' height='500' filter='url(#f)'/></pattern>\
            <marker id='m' overflow='visible'>\(content)</marker>\
            <path fill='url(#p)' marker-mid='url(#m)' d='\(zigzag)'/>
            """
        }

        /// Returns groups, each of which draws all of them.
        private static func circles(_ count: Int) -> String {
            (0..<count).map { place in
                let uses = (0..<count).map { "<use href='#g\($0)'/>" }.joined()
                return "<g id='g\(place)'>\(uses)<rect width='9' height='9'/></g>"
            }.joined()
        }

        private static let dear: [Bomb] = [
            Bomb(
                "a circle that is entered from its other end",
                """
                <g id='a'>\(many(cross, 500))<use href='#b'/></g><g id='b'><use href='#a'/></g>\
                \(many("<use href='#b'/>", 500))
                """),
            Bomb(
                "a circle that draws a group in itself",
                """
                <g id='a'>\(many(cross, 500))<use href='#x'/></g>\
                <defs><g id='x'>\(many("<use href='#a'/>", 500))</g></defs>
                """),
            Bomb("circles that are entered from everywhere", circles(9)),
            Bomb(
                "a filter function that does not end",
                many("\(rect) style='filter:\(many("blur(5px) ", 99))blur(5px'/>", 2)),
            Bomb(
                "filter functions with a bracket too many",
                many("\(rect) style='filter:\(many("blur(5px) ", 99)))'/>", 2)),
            Bomb(
                "a filter applied many times", "\(noise)\(rect) filter='\(many("url(#f) ", 150))'/>"
            ),
            Bomb("paint of a line", marker("<rect width='5' height='5' fill='context-fill'/>")),
            Bomb(
                "paint of a line in a red group",
                marker("<g fill='red'><rect width='5' height='5' fill='context-fill'/></g>")),
            Bomb(
                "shares of a large viewport",
                "<svg width='1e7' height='1e7' overflow='visible'>\(line)</svg>"),
            Bomb(
                "shares of shares",
                "<svg width='1e5%' height='1e5%'><svg width='1e3%' height='1e3%'>\(line)</svg></svg>"
            ),
            Bomb(
                "dashes that are shares of a small viewport",
                """
                <svg width='.01' height='.01' overflow='visible'>\
                <path d='M0 0H1000' stroke='red' stroke-dasharray='1%'/></svg>
                """),
            Bomb(
                "a malformed transform",
                "\(window)<g transform='scale(.001) x'>\(many(rect + " filter='url(#m)'/>", 40))</g>"
            ),
            Bomb(
                "turning matrices",
                """
                <filter id='m'><feMorphology operator='dilate' radius='1'/></filter>\
                <g transform='\(many("matrix(1 1 -1 1 0 0) ", 14))'>\
                \(many("<rect width='8' height='8' filter='url(#m)'/>", 40))</g>
                """),
            Bomb(
                "a thousand and one paints",
                "<style>\((0...1000).map { "*{fill:url(#f\($0))}" }.joined())</style><g id='x'/>"),
            Bomb(
                "paints of a group of many",
                "<g fill='\((0..<900).map { "url(#f\($0)) " }.joined())'>\(many("<g/>", 9000))</g>"),
        ]

        @Test(arguments: dear)
        func `a picture that takes longer than it seems is refused`(bomb: Bomb) throws {
            let error = try #require(throws: CodecError.self) {
                try decode(svg("width='1000' height='1000'", bomb.content))
            }
            guard case .limit = error else {
                Issue.record("\(bomb.testDescription): \(error)")
                return
            }
        }

        @Test func `steps through circles are bounded`() throws {
            let size = "width='9' height='9'"
            #expect(try decode(svg(size, Self.circles(2))).bitmap.size.width == 9)
            #expect(
                throws: CodecError.limit("circular references that need more than 100000 steps")
            ) {
                try decode(svg(size, Self.circles(4)))
            }
        }

        private static let plain: [Bomb] = [
            Bomb(
                "a pattern whose shapes inherit it",
                """
                <g fill='url(#p)'><pattern id='p' width='.1' height='.1'>\
                <rect width='9' height='9'/></pattern><rect width='99' height='99'/></g>
                """),
            Bomb(
                "a use of what holds it",
                "<g id='a'><rect width='9' height='9'/><use href='#a'/></g>"),
            Bomb(
                "a shadow in a class and an attribute",
                """
                <style>.a{filter:url(#f)}</style>\
                <filter id='f'><feGaussianBlur stdDeviation='2'/></filter>\
                \(many("<rect class='a' filter='url(#f)' width='30' height='30'/>", 40))
                """),
            Bomb(
                "markers in the colour of the line",
                """
                <marker id='m'><circle r='2' fill='context-stroke'/></marker>\
                <path stroke='red' marker-mid='url(#m)' d='\(zigzag)'/>
                """),
            Bomb(
                "viewports inside of each other",
                "<svg width='50%' height='50%'><svg width='20' height='20'>\(line)</svg></svg>"),
            Bomb("a style that does not end", "\(rect) style='fill:rgb(1,2,3'/>"),
        ]

        @Test(arguments: plain)
        func `a picture with few repetitions is not`(picture: Bomb) throws {
            let bitmap = try decode(svg("width='1000' height='1000'", picture.content)).bitmap
            #expect(bitmap.size == PixelSize(width: 1000, height: 1000))
        }

        @Test(.timeLimit(.minutes(1)), arguments: ["<", "<a ", "<a b=", "<a b='"])
        func `tags that do not end are looked at once`(start: String) {
            let content = "<!-- transform-origin -->" + Self.many(start, 300_000)
            #expect(throws: CodecError.self) { try decode(svg("width='9' height='9'", content)) }
        }
    }
#endif
