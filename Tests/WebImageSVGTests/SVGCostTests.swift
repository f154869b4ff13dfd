#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Limits on the cost of properties, in attributes and style sheets alike.
    struct SVGCostTests {
        private static func sheet(_ rules: String, _ content: String) -> String {
            "<style>\(rules)</style>" + content
        }

        private static func rects(_ count: Int) -> String {
            String(repeating: "<rect width='9' height='9'/>", count: count)
        }

        private static func groups(_ count: Int) -> String {
            String(repeating: "<g>", count: count) + rects(1)
                + String(repeating: "</g>", count: count)
        }

        private static func lines(_ count: Int, reach: Int = 1000) -> String {
            var state = UInt32(7)
            let points = (0..<count).map { _ in
                let pair = (0..<2).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return String(Int(state >> 8) % reach)
                }
                return "L" + pair.joined(separator: " ")
            }
            return "M0 0" + points.joined()
        }

        private static let corners = "<path d='M0 0\(String(repeating: "h1", count: 5000))'/>"
        private static let marker = "<marker id='m'>\(rects(100))</marker>"
        private static let full = "<rect width='1000' height='1000'/>"
        private static let blurs = String(repeating: "blur(5) ", count: 100)

        private static let dear: [Bomb] = [
            Bomb("dashes", "<path d='M0 5H8e6' stroke='red' stroke-dasharray='1'/>"),
            Bomb(
                "dashes of many lines",
                String(
                    repeating: "<path d='M0 5H5e5' stroke='red' stroke-dasharray='1'/>", count: 20)),
            Bomb(
                "dashes in a sheet",
                sheet("path{stroke:red;stroke-dasharray:1}", "<path d='M0 5H8e6'/>")),
            Bomb(
                "dashes by escape",
                "<g style='stroke:red;stroke-d\\61sharray:1'><path d='M0 5H8e6'/></g>"),
            Bomb(
                "dashes taken over by use",
                """
                <defs><path id='a' d='M0 5H8e6'/></defs>\
                <use href='#a' stroke='red' stroke-dasharray='1'/>
                """),
            Bomb("dashes of a circle", "<circle r='1e7' stroke='red' stroke-dasharray='5'/>"),
            Bomb("filter functions", "<rect width='1000' height='1000' filter='\(blurs)'/>"),
            Bomb("filter functions in a sheet", sheet("rect{filter:\(blurs)}", full)),
            Bomb(
                "filter functions by escape", sheet("rect{filter:bl\\75r(5)}", rects(100) + full)),
            Bomb("layers in a sheet", sheet("g{opacity:.5}", groups(200))),
            Bomb(
                "layers by a class",
                sheet(".a{opacity:.5}", groups(200).replacing("<g", with: "<g class='a'"))),
            Bomb("blending", sheet("rect{mix-blend-mode:multiply}", rects(1000))),
            Bomb("blending of all", sheet("*{mix-blend-mode:multiply!important}", rects(1000))),
            Bomb(
                "masks", sheet("rect{mask:url( '#m' )}", "<mask id='m'><g/></mask>" + rects(1000))),
            Bomb("markers in a sheet", sheet("path{marker-mid:url(#m)}", marker + corners)),
            Bomb("markers by shorthand", sheet("path{marker:url(#m)}", marker + corners)),
            Bomb("markers of a group", "\(marker)<g marker-mid='url(#m)'>\(corners)</g>"),
            Bomb(
                "markers taken over by use",
                "\(marker)<defs><g id='a'>\(corners)</g></defs><use href='#a' marker-mid='url(#m)'/>"
            ),
            Bomb(
                "an id behind another one",
                """
                <defs><g id='a' x:id='b' xmlns:x='x'>\(rects(5000))</g></defs>\
                \(String(repeating: "<use href='#a'/>", count: 100))
                """),
            Bomb(
                "windows of the box",
                """
                <filter id='f' primitiveUnits='objectBoundingBox'><feMorphology radius='.3'/></filter>\
                <rect width='1000' height='1000' filter='url(#f)'/>
                """),
            Bomb(
                "samples of less than a pixel",
                """
                <filter id='f'><feConvolveMatrix kernelUnitLength='.05' kernelMatrix='1'/></filter>\
                <rect width='1000' height='1000' filter='url(#f)'/>
                """),
            Bomb(
                "an feConvolveMatrix of more than 400 numbers",
                "<filter id='f'><feConvolveMatrix order='21' kernelMatrix='1'/></filter>"),
            Bomb(
                "wide dashes in each other",
                """
                <path d='M0 0\(String(repeating: "l1 999l1-999", count: 100))' fill='none' \
                stroke='red' stroke-width='50' stroke-linecap='round' stroke-dasharray='1'/>
                """),
            Bomb(
                "patterns of broken pixels",
                """
                <pattern id='p' width='5.3' height='5.7' patternUnits='userSpaceOnUse'><g/></pattern>\
                <g fill='url(#p)'>\(String(repeating: full, count: 50))</g>
                """),
            Bomb(
                "a pattern that children take over",
                """
                <pattern id='p' width='1' height='1'>\(rects(300))</pattern>\
                <g fill='url(#p)'>\(rects(1000))</g>
                """),
            Bomb(
                "turned patterns",
                """
                <pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse' \
                patternTransform='rotate(30)'>\(rects(1))</pattern>\
                <g fill='url(#p)'>\(String(repeating: full, count: 20))</g>
                """),
            Bomb(
                "patterns of small broken tiles",
                """
                <pattern id='p' width='2.5' height='2.5' patternUnits='userSpaceOnUse'><g/></pattern>\
                <g fill='url(#p)'>\(String(repeating: full, count: 3))</g>
                """),
            Bomb(
                "patterns of a template",
                """
                <pattern id='t' width='5.3' height='5.7' patternUnits='userSpaceOnUse'><g/></pattern>\
                <pattern id='p' xlink:href='#t'/><g fill='url(#p)'>\
                \(String(repeating: full, count: 5))</g>
                """),
            Bomb(
                "gradients over the whole picture",
                """
                <radialGradient id='p'><stop/></radialGradient>\
                <g id='a' fill='url(#p)'>\(String(repeating: full, count: 100))</g>\
                <use href='#a'/><use href='#a'/><use href='#a'/>
                """),
            Bomb("lines that cross", "<path stroke='red' d='\(lines(6000))'/>"),
            Bomb("lines beyond all coordinates", "<path d='\(lines(300, reach: 16_000_000))'/>"),
            Bomb(
                "a clip of lines that cross",
                """
                <clipPath id='c'><path d='\(lines(300))'/></clipPath>\
                <g clip-path='url(#c)'>\(String(repeating: full, count: 500))</g>
                """),
            Bomb(
                "relative text",
                "\(String(repeating: "<g font-size='larger'>", count: 90))<text>A</text>\(String(repeating: "</g>", count: 90))"
            ),
            Bomb(
                "sibling rules",
                sheet(
                    String(repeating: "g~g:nth-last-child(3n){fill:red}", count: 20),
                    String(repeating: "<g/>", count: 5000))),
            Bomb(
                "a drawing of much in an embedded document",
                """
                <image width='9' height='9' href=' DA&#10;TA:image/svg+xml,%3Csvg xmlns=%22http://\
                www.w3.org/2000/svg%22 width=%221000%22 height=%221000%22%3E%3Crect width=%229%22 \
                height=%229%22 filter=%22\(blurs)%22/%3E%3C/svg%3E'/>
                """),
        ]

        @Test(arguments: dear)
        func `a picture that takes long is refused`(bomb: Bomb) throws {
            let error = try #require(throws: CodecError.self) {
                try decode(svg("width='1000' height='1000'", bomb.content))
            }
            guard case .limit = error else {
                Issue.record("\(bomb.testDescription): \(error)")
                return
            }
        }

        private static let plain: [Bomb] = [
            Bomb("900,000 dashes", "<path d='M0 5H9e5' stroke='red' stroke-dasharray='1'/>"),
            Bomb(
                "dashes of real drawings",
                "<path d='\(lines(300))' stroke='red' stroke-dasharray='4 2'/>"),
            Bomb(
                "layers of small parts",
                sheet(".a{opacity:.5}", rects(500).replacing("<rect", with: "<rect class='a'"))),
            Bomb("a rule that matches nothing", sheet(".b{filter:\(blurs)}", rects(1000))),
            Bomb(
                "shadows of small parts",
                """
                <filter id='f'><feDropShadow dx='1' dy='1' stdDeviation='2'/></filter>\
                <g>\(String(repeating: "<rect width='30' height='30' filter='url(#f)'/>", count: 40))</g>
                """),
            Bomb(
                "markers at corners",
                """
                <marker id='m'><circle r='2'/></marker>\
                <path marker-mid='url(#m)' d='M0 0\(String(repeating: "l1 1", count: 500))'/>
                """),
            Bomb(
                "unknown properties",
                "<g style='text-indent:0;-inkscape-stroke:none;solid-color:red'>\(rects(500))</g>"),
            Bomb(
                "classes of an editor",
                sheet(".st0{fill:#fff;stroke:#000;stroke-miterlimit:10}", rects(2000))),
            Bomb(
                "hatching",
                """
                <pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse' \
                patternTransform='rotate(45)'>\(rects(1))</pattern>\
                \(String(repeating: "<rect width='200' height='200' fill='url(#p)'/>", count: 20))
                """),
            Bomb(
                "small parts with patterns of a template",
                """
                <pattern id='t' width='9' height='9' patternUnits='userSpaceOnUse'>\(rects(1))</pattern>\
                <pattern id='s' xlink:href='#t'/><pattern id='p' xlink:href='#s'/>\
                \(String(repeating: "<rect width='90' height='90' fill='url(#p)'/>", count: 30))
                """),
            Bomb("text", "<text>\(String(repeating: "A few words. ", count: 80))</text>"),
        ]

        @Test(arguments: plain)
        func `a picture as they are drawn is not`(picture: Bomb) throws {
            let bitmap = try decode(svg("width='1000' height='1000'", picture.content)).bitmap
            #expect(bitmap.size == PixelSize(width: 1000, height: 1000))
        }

        @Test func `as many dashes are drawn as have room in 256 MB`() throws {
            func line(_ length: Int) -> String {
                "<path d='M0 5H\(length)' stroke='red' stroke-dasharray='1'/>"
            }
            let root = "width='10' height='10'"
            #expect(throws: Never.self) { try decode(svg(root, line(900_000))) }
            #expect(throws: CodecError.limit("dashed lines that need more than 256000000 bytes")) {
                try decode(svg(root, line(905_000)))
            }
        }

        @Test func `layers inside of each other have room in the memory allowed`() throws {
            // A picture of 4 MB and seven layers are 32 MB.
            let limits = DecodeLimits(maxBytes: 32_000_000)
            let root = "width='1000' height='1000'"
            let fitting = svg(root, Self.sheet("g{opacity:.5}", Self.groups(7)))
            let bitmap = try decode(fitting, DecodeOptions(limits: limits)).bitmap
            #expect(bitmap.size.width == 1000)
            let larger = svg(root, Self.sheet("g{opacity:.5}", Self.groups(8)))
            #expect(throws: CodecError.self) { try decode(larger, DecodeOptions(limits: limits)) }
        }
    }
#endif
