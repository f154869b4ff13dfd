import TestSupport
import Testing
import WebImageCoding

/// SVG texts without their active parts.
struct SVGSanitizerTests {
    private static func sanitized(_ bytes: [UInt8]) throws -> String {
        let block = try SVGSanitizer().sanitized(ByteBlock(copying: bytes))
        return block.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func sanitized(_ text: String) throws -> String {
        try sanitized(Array(text.utf8))
    }

    /// Returns what becomes of the content of a root element.
    private static func inner(_ text: String) throws -> String {
        let whole = try sanitized("<svg>\(text)</svg>")
        #expect(whole.hasPrefix("<svg>") && whole.hasSuffix("</svg>"))
        return String(whole.dropFirst(5).dropLast(6))
    }

    @Test(arguments: [
        #"<svg xmlns="http://www.w3.org/2000/svg" width='9'><g id="a">é&#233;&amp;</g> <b/></svg>"#,
        "<svg><style><![CDATA[ a > b { fill: red } ]]></style>\n<text  >x</text ></svg>\n",
        ##"<svg><use href="#a"/><a xlink:href="https://a.test/"><g/></a></svg>"##,
        #"<svg><image href="data:image/png,x"/><feImage x:href="data:,x"/></svg>"#,
        #"<svg><animate attributeName="cx" values="1;2"/><a href="b.html?c:d"/></svg>"#,
        #"<svg><foreignObject x="1"><div style="a"><p>b</p></div></foreignObject><rect/></svg>"#,
    ])
    func `what is harmless stays`(text: String) throws {
        let plain = text.replacing("<text  >", with: "<text>").replacing(
            "</text >", with: "</text>")
        let result = try Self.sanitized(text)
        #expect(result.filter { $0 != "\n" } == plain.filter { $0 != "\n" })
    }

    @Test(
        arguments: [
            ("<script>a</script><g/>", "<g/>"), ("<SCRIPT/>b", "b"),
            ("<h:script>a<g/></h:script>", ""),
            ("<script><script/></script>a", "a"), ("<iframe src=\"a\"><g>b</g></iframe>", ""),
            ("<form><input/></form><button>a</button><select><option>b</option></select>", ""),
            (
                "<object data=\"a\"/><embed/><link/><base href=\"a\"/><meta/><handler>b</handler>",
                ""
            ),
            ("<g onload=\"a\" onClick='b' x:onend=\"c\" id=\"d\"/>", "<g id=\"d\"/>"),
            ("<a href=\"javascript:a\">b</a>", "<a>b</a>"),
            ("<a xlink:href=\" java\nscript&#58;a\">b</a>", "<a>b</a>"),
            ("<a href=\"&#1114112;\"/>", nil), ("<a href=\"JavaScript&#x3A;a\"/>", "<a/>"),
            ("<a href=\"mailto:a\"/><a href=\"data:text/html,a\"/>", "<a/><a/>"),
            ("<a href=\"file:///a\"/>", "<a/>"),
            ("<image href=\"data:image/png,a\"/>", "<image href=\"data:image/png,a\"/>"),
            ("<image xlink:href=\"vbscript:a\"/>", "<image/>"),
            (
                "<use href=\"a.svg#b\"/><use href=\" #c\"/><use xlink:href=\"data:,a\"/>",
                "<use/><use href=\" #c\"/><use/>"
            ),
            ("<g xml:base=\"javascript:a\"/>", "<g/>"),
            ("<set attributeName=\"href\" to=\"javascript:a\"/>b", "b"),
            ("<animate attributeName=\" xlink:href \" values=\"a\"><g/></animate>", ""),
            ("<set attributeName=\"on&#108;oad\" to=\"a\"/>", ""),
            ("<!-- a <script/> --><?xml-stylesheet href=\"a\"?>b", "b"),
            (
                "<foreignObject><div><img src=\"a\"/>b<svg><g/></svg></div></foreignObject><g/>",
                "<foreignObject><div>b</div></foreignObject><g/>"
            ),
        ] as [(String, String?)])
    func `what is active goes`(text: String, result: String?) throws {
        guard let result else {
            #expect(throws: CodecError.self) { try Self.inner(text) }
            return
        }
        #expect(try Self.inner(text) == result)
    }

    @Test func `entities that are text are written out without their document type`() throws {
        let text = """
            <?xml version="1.0" encoding="utf-8" standalone="no"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://a.test/svg11.dtd" [
            <!ENTITY ns "http://www.w3.org/2000/svg"> <!ENTITY q 'a"b>'> <!-- ] -->
            <!ENTITY ns "again"> <!ENTITY % p "x"> <!ENTITY file SYSTEM "file:///etc/passwd">
            <!ATTLIST svg onload CDATA "alert(1)" > <!ENTITY more "&ns;&ns;"> ]>
            <svg xmlns="&ns;" id="&q;">&q;&lt;</svg>
            """
        let expected = """
            <svg xmlns="http://www.w3.org/2000/svg" id="a&quot;b&gt;">a&quot;b&gt;&lt;</svg>
            """
        #expect(try Self.sanitized(text).filter { $0 != "\n" } == expected)
        for entity in ["file", "more", "p", "other"] {
            let use = text.replacing(">&q;&lt;", with: ">&\(entity);")
            #expect(throws: CodecError.self) { try Self.sanitized(use) }
        }
    }

    @Test func `the text of entities is limited`() {
        let value = String(repeating: "a", count: 2000)
        let use = String(repeating: "&a;", count: 1000)
        let text = "<!DOCTYPE svg [<!ENTITY a \"\(value)\">]><svg>\(use)</svg>"
        guard
            case .limit? = #expect(
                throws: CodecError.self, performing: { try Self.sanitized(text) })
        else {
            Issue.record("expected a limit")
            return
        }
    }

    @Test(arguments: [
        "", "a", "<html/>", "<svg>", "<svg></g></svg>", "<svg/><svg/>", "<svg/>a", "a<svg/>",
        "<svg a=b/>", "<svg a='b'c='d'/>", "<svg a='b' a='c'/>", "<svg a='<'/>", "<svg a/>",
        "<svg>&a;</svg>", "<svg>&</svg>", "<svg>&amp</svg>", "<svg>&#1;</svg>", "<svg>\u{1}</svg>",
        "<svg><!-- </svg>", "<svg><![CDATA[ </svg>", "<svg><?a </svg>", "<svg><1/></svg>",
        "<svg><!a></svg>", "<svg/><!DOCTYPE svg>", "<!DOCTYPE svg", "<!DOCTYPE svg [%a;]><svg/>",
        "<!DOCTYPE svg [a]><svg/>", "<!DOCTYPE svg [<!ENTITY a \"b]><svg/>", "<svg", "<svg a='b",
        "<?xml version=\"1.0\" encoding=\"utf-7\"?><svg/>", "< svg/>", "<svg><g</svg>", "<svg/",
        "<?xml version=\"1.0\" encoding=\"shift_jis\"?><svg/>", "<?xml version=\"1.0\"<svg/>",
    ])
    func `what is no well-formed text is refused`(text: String) {
        #expect(throws: CodecError.self) { try Self.sanitized(text) }
    }

    @Test func `encodings whose markup is ASCII are read`() throws {
        let text = "<svg><g onload=\"a\">é</g></svg>"
        let plain = "<svg><g>é</g></svg>"
        #expect(try Self.sanitized([0xEF, 0xBB, 0xBF] + text.utf8) == plain)
        for isBig in [true, false] {
            let units = ("\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-16\"?>" + text).utf16
            let bytes = units.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
                return isBig ? pair : pair.reversed()
            }
            #expect(try Self.sanitized(bytes) == plain)
        }
        let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?><svg>".utf8)
        let latin = try SVGSanitizer().sanitized(
            ByteBlock(copying: head + [0xE9] + Array("</svg>".utf8)))
        let expected =
            Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><svg>".utf8) + [0xE9]
            + Array("</svg>".utf8)
        #expect(latin == ByteBlock(copying: expected))
        #expect(throws: CodecError.self) {
            try Self.sanitized(Array("<svg>".utf8) + [0xE9] + Array("</svg>".utf8))
        }
    }

    @Test func `depth and size are limited`() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<svg>", count: count) + String(repeating: "</svg>", count: count)
        }
        #expect(try Self.sanitized(nested(256)) == nested(256))
        for text in [nested(257), nested(100_000)] {
            #expect(throws: CodecError.self) { try Self.sanitized(text) }
        }
        var small = SVGSanitizer()
        small.maxByteCount = 10
        #expect(throws: CodecError.self) {
            try small.sanitized(ByteBlock(copying: "<svg></svg>".utf8))
        }
    }

    @Test(arguments: 1...9)
    func `the time of long texts grows with their length`(kind: Int) throws {
        let parts = [
            "<g a='1' b='2'/>", "<!---->", "&amp;", "<script/>", "<a href='javascript:&#58;'/>",
            "a > b ", "<![CDATA[]]>", "<g><g><g/></g></g>", "<use href='#a'/>",
        ]
        let text = "<svg>" + String(repeating: parts[kind - 1], count: 40_000) + "</svg>"
        let clock = ContinuousClock()
        let time = try clock.measure { _ = try Self.sanitized(text) }
        #expect(time < .seconds(20))
    }

    @Test func `attributes of one element cost no more than their number`() throws {
        let attributes = (0..<50_000).map { " a\($0)=''" }.joined()
        let text = "<svg\(attributes)/>"
        // Values keep their quotes.
        #expect(try Self.sanitized(text) == text)
    }

    @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    func `texts of the corpus are read, and nothing goes the second time`() throws {
        var refused: [String] = []
        for entry in Corpus.entries(format: "svg") where entry.expectation == .decodes {
            let bytes = try entry.load()
            guard !bytes.withSpan({ $0.has([0x1F, 0x8B]) }) else { continue }
            do throws(CodecError) {
                let once = try SVGSanitizer().sanitized(bytes)
                #expect(try SVGSanitizer().sanitized(once) == once, "\(entry.path)")
            } catch {
                refused.append("\(entry.path): \(error)")
            }
        }
        #expect(refused.isEmpty, "\(refused.joined(separator: "\n"))")
    }
}
