#if SVG
    import TestSupport
    import Testing
    import WebImageCoding

    /// Declarations and sheets, which are written anew from their tokens.
    struct SVGCleanStyleTests {
        @Test(arguments: ["/(", "/* (a", "5 // /*(*/", "rotate(3) //", "a /*:(*/ b"])
        func `a value that is clean stays as it is`(value: String) throws {
            let element = "<rect width='3' height='3' transform='\(value)' fill='red'/>"
            let once = try cleanedContent(element)
            #expect(try cleanedContent(once) == once)
        }

        @Test(arguments: [
            ("fill:red", "fill:red"), (" fill : red ; stroke:#12aB ", "fill:red;stroke:#12aB"),
            ("fill:url(#a) !important", "fill:url(#a) !important"),
            ("fill:url( '#a b' )", "fill:url('#a b')"), ("fill:\\75rl(#a)", "fill:url(#a)"),
            ("\\66ill:r\\65 d", "fill:red"), ("--a-b: 1px;x:var(--a-b)", "--a-b:1px;x:var(--a-b)"),
            ("font:italic 12px/1.5 \"A 'b\"", "font:italic 12px/1.5 'A \\27 b'"),
            ("font-family:'</style>'", "font-family:'\\3c /style\\3e '"),
            ("fill:rgb(1,2", "fill:rgb(1,2)"), ("fill:url(#a", "fill:url(#a)"),
            ("d:path(\"M0 0\")", "d:path('M0 0')"),
            ("x:1/**/2;y:calc(1px + 2%)", "x:1/**/2;y:calc(1px + 2%)"),
            ("x:1\\65 3;y:1e3em", "x:1\\65 3;y:1e3em"), ("x:\\31 23;y:-\\31", "x:\\31 23;y:-\\31 "),
            ("a:b;;c:d;", "a:b;c:d"),
            ("animation:a 1s steps(2,end) infinite", "animation:a 1s steps(2,end) infinite"),
            ("transform:matrix(1 0 0 1 -2.5 .5)", "transform:matrix(1 0 0 1 -2.5 .5)"),
        ])
        func `a declaration stays in one spelling`(text: String, result: String) throws {
            #expect(try cleanedStyle(text) == result)
        }

        @Test(arguments: [
            "fill", "fill:", "fill red", "fill:red)", "fill:(red]", "fill:{red}", "fill:@a", "@a;",
            "x:<!-- a", "x:a b -->", "fill:\"red\"", "fill:'red", "fill:red:blue", "*fill:red",
            "fill:unknown(1)", "content:'a'", "}fill:red", "x:a&b",
            "x:a=b",
        ])
        func `an invalid or unknown declaration goes, and the next one stays`(text: String) throws {
            #expect(try cleanedStyle(text).isEmpty)
            // A bracket or text that is open has all that follows.
            if text.hasSuffix("'red") || text.hasSuffix("(red]") { return }
            #expect(try cleanedStyle(text + ";stroke:red") == "stroke:red")
        }

        @Test(arguments: [
            ("a{fill:red}", "a{fill:red}"),
            (" #a > .b , *:not([c~=\"d\"]) { x : y ; } ", "#a &gt; .b , *:not([c~='d']){x:y}"),
            ("a:nth-child(2n+1)::before{x:y}", "a:nth-child(2n+1)::before{x:y}"),
            (
                "@media (prefers-color-scheme: dark){a{x:y}}",
                "@media (prefers-color-scheme: dark){a{x:y}}"
            ),
            ("@keyframes a{from{x:1}50%{x:2}to{x:3}}", "@keyframes a{from{x:1}50%{x:2}to{x:3}}"),
            ("@import 'a';b{x:y}", "b{x:y}"), ("@import url(a){}b{x:y}", "b{x:y}"),
            ("@font-face{src:url(a);x:{y}}b{x:y}", "b{x:y}"), ("<!--a{x:y}-->", "a{x:y}"),
            ("a{}b{x:url(c)}d{x:y}", "d{x:y}"), ("}a{x:y}", ""), ("a{x:y", "a{x:y}"),
            ("@media all{@media print{a{x:y}}}", "@media all{@media print{a{x:y}}}"),
            ("a{x:y;&:hover{x:z}v:w}b{x:y}", "a{x:y}b{x:y}"), ("a|b{x:y}", "a|b{x:y}"),
            ("a{x:y}/**/b{x:y}", "a{x:y}b{x:y}"), (".a/**/.b{x:y}", ".a/**/.b{x:y}"),
            ("a:unknown(b){x:y}c{x:y}", "c{x:y}"), ("a{b:\"</style>\"}", ""),
            ("\\61{x:y}", "a{x:y}"), (".\\31 a{x:y}", ".\\31 a{x:y}"),
        ])
        func `a sheet keeps the rules that are known`(text: String, result: String) throws {
            #expect(try cleanedSheet(text) == result)
        }

        @Test func `groups are read to a bounded depth`() throws {
            let deep = { (count: Int) in
                String(repeating: "@media all{", count: count) + "a{x:y}"
                    + String(repeating: "}", count: count)
            }
            #expect(try cleanedSheet(deep(8)) == deep(8))
            #expect(try cleanedSheet(deep(9) + "b{x:y}") == "b{x:y}")
            #expect(try cleanedSheet(deep(100_000) + "b{x:y}") == "b{x:y}")
        }

        @Test(arguments: 0..<8)
        func `what is clean is clean already, and without addresses`(seed: UInt64) throws {
            let pieces = [
                "url(", "'http://a.test'", "\"//a.test\"", "a.test", "\\75rl(", "/*", "*/", "{",
                "}", ";",
                "@import ", "@media all", "@font-face", "'", "\"", "<!--", "-->", "\n", ")", "(",
                "[", "]",
                "fill", ":", "src(", "image-set(", "#a", " ", "\\", "a", ",", "!", "--b", "1px",
                "\\\n", "u",
                "rl(", "\\2f*", "&", "font-family", "}}", "a{fill:red}",
            ]
            var generator = SplitMix(state: seed)
            for _ in 0..<300 {
                let text = (0..<Int.random(in: 1...24, using: &generator)).map { _ in
                    pieces[Int.random(in: pieces.indices, using: &generator)]
                }.joined()
                let once = try cleanedSheet(text)
                let bare = once.replacing(/'[^']*'/, with: "''")
                let addresses = bare.split(separator: "url(", omittingEmptySubsequences: false)
                #expect(
                    addresses.dropFirst().allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("''") },
                    "\(text)")
                for word in ["src(", "image-set(", "@import", "@font-face", "\n"] {
                    #expect(!bare.contains(word), "\(text)")
                }
                let plain = once.replacing("&gt;", with: ">").replacing("&lt;", with: "<")
                    .replacing("&amp;", with: "&")
                #expect(try cleanedSheet(plain) == once, "\(text)")
            }
        }
    }
#endif
