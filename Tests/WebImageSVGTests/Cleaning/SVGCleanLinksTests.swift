#if SVG
    import TestSupport
    import Testing
    import WebImageBMP
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Links, which lead to parts of their document or to pictures in it.
    struct SVGCleanLinksTests {
        private static let foreign = [
            "http://a.test/b", "HTTPS://a.test/#b", "//a.test/b.svg#c", "\\\\a.test\\b", "a.test",
            " http://a.test", "ht&#10;tp://a.test", "/a.test", "?a.test", "./a.test#b",
            "file:///etc/a.test", "javascript:a.test()", "java&#9;script:a.test", "vbscript:a.test",
            "&#1114111;http://a.test", "data:text/html,a.test", "data:,a.test", "blob:a.test",
            "data:image/svg+xml,%3Csvg%20a.test/%3E", "data:image/png,a.test", "#a\" b=\"a.test",
            "DATA:image/png;base64,a.test", "data:image/svg+xml;base64,PHN2ZyBhLnRlc3QvPg==#a.test",
            "%68ttp://a.test", "ftp:a.test", "view-source:a.test", "xpointer(a.test)",
        ]

        private static let places = [
            "<image href=@/>", "<image xlink:href=@/>", "<feImage href=@/>", "<use href=@/>",
            "<use xlink:href=@/>", "<a href=@><g/></a>", "<a xlink:href=@/>", "<tref href=@/>",
            "<image xmlns:y='http://www.w3.org/1999/xlink' y:href=@/>", "<mpath href=@/>",
            "<linearGradient href=@/>", "<pattern href=@/>", "<filter href=@/>", "<image src=@/>",
            "<textPath href=@>b</textPath>", "<animate href=@ attributeName='x'/>",
            "<cursor href=@/>",
            "<set attributeName='href' to=@/>", "<animate attributeName='xlink:href' values=@/>",
            "<a><set attributeName='y:href' to=@/></a>", "<g xml:base=@/>", "<svg xml:base=@/>",
            "<image poster=@/>", "<a ping=@/>", "<image srcset=@/>", "<style src=@>a{}</style>",
            "<use xlink:role=@ xlink:arcrole=@/>",
            "<x:image xmlns:x='http://www.w3.org/2000/svg' href=@/>",
            "<g xmlns:s='http://www.w3.org/2000/svg' s:href=@/>", "<g href=@/>",
            "<color-profile href=@/>",
            "<font-face><font-face-src><font-face-uri href=@/></font-face-src></font-face>",
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href=@/>",
            "<view viewTarget=@/>",
            "<link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet' href=@/>",
        ]

        @Test(arguments: places)
        func `a link to elsewhere goes`(place: String) throws {
            for address in Self.foreign {
                let escaped = address.replacing("\"", with: "&quot;")
                let result = try cleanedContent(place.replacing("@", with: "\"\(escaped)\""))
                #expect(!result.contains("a.test"), "\(address)")
            }
        }

        private static let urls = [
            "url(§)", "URL(§)", "url( § )", "url('§')", "url( \"§\" )", "u\\72l(§)", "\\75rl(§)",
            "\\000075 rl('§')", "url(§", "url('§'", "image('§')", "image-set('§' 1x)", "src('§')",
            "-webkit-image-set(url(§) 1x)", "cross-fade(url(§),red)", "-moz-element(§)", "attr(§)",
            "expression('§')", "format('§')", "var(--a, url(§))", "rgb(1,2,url('§'))", "red url(§)",
            "url(#b) url(§)", "url(/**/§)", "paint('§')", "calc(1px + url(§))",
            "icc-color('§')", "url-prefix('§')", "progid:A.B(src='§')", "url('#b' '§')",
            "url(\\\n§)", "{url(§)}", "[url(§)]", "image-rect('§',1)", "u\\\nrl(§)",
            "url(§)!important",
        ]

        private static let uses = [
            "<g style=\"fill:§\"/>", "<g style=\"--a:§\"/>", "<g style=\"a:red;cursor:§;b:c\"/>",
            "<g style=\"-moz-binding:§;behavior:§\"/>", "<g style=\"src:§\"/>",
            "<g fill=\"§\"/>", "<g stroke=\"§\"/>", "<g filter=\"§\"/>", "<g mask=\"§\"/>",
            "<g clip-path=\"§\"/>", "<g marker-start=\"§\" marker=\"§\"/>", "<g cursor=\"§\"/>",
            "<set attributeName=\"fill\" to=\"§\"/>",
            "<animate attributeName=\"mask\" values=\"b;§\"/>",
            "<style>a{fill:§}</style>", "<style>a{b:c;fill:§}</style>", "<style>*{--a:§}</style>",
            "<style>@media all{a{fill:§}}</style>", "<style>@keyframes a{from{fill:§}}</style>",
            "<style>@font-face{font-family:a;src:§}</style>", "<style>a{b{fill:§}}</style>",
            "<style>@import §;</style>", "<style>@\\69mport §;a{}</style>",
            "<style>@charset §;</style>",
            "<style>@namespace §;</style>", "<style>@import § layer(a) screen;</style>",
            "<style>@layer b{@import §;}</style>", "<style>@supports (fill:§){a{b:c}}</style>",
            "<style>@media all{@import §;}</style>", "<style>@counter-style b{symbols:§}</style>",
            "<style>a[b=§]{fill:red}</style>", "<style>a:not(§){fill:red}</style>",
            "<style>@document §{a{fill:red}}</style>", "<style media=\"§\">a{fill:red}</style>",
            "<style>@page{background:§}</style>", "<style>a{fill:red §}b{fill:red}</style>",
            "<style>@\\66ont-face{src:§}</style>", "<style>@-moz-document §{a{}}</style>",
            "<text font-family=\"a;src:§\"/>", "<g transform=\"rotate(1) §\"/>", "<path d=\"§\"/>",
        ]

        @Test(arguments: uses)
        func `a function that may load goes in every spelling`(use: String) throws {
            for url in Self.urls {
                for address in ["http://a.test/b", "//a.test", "a.test", "data:image/png,a.test"] {
                    let value = url.replacing("§", with: address).replacing("\"", with: "&quot;")
                    let result = try cleanedContent(use.replacing("§", with: value))
                    #expect(!result.contains("a.test"), "\(value)")
                }
            }
        }

        @Test(arguments: ["#a", "#a:b", " #a ", "#é", "#xpointer(id('a'))"])
        func `a link to a part of the document stays`(address: String) throws {
            let trimmed = address.split(separator: " ").joined()
            #expect(
                try cleanedContent("<use href=\"\(address)\"/>") == "<use href=\"\(trimmed)\"/>")
        }

        @Test func `a picture of pixels stays, with the type of its content`() throws {
            let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), isOpaque: true)
            let file = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
            let digits = file.withUnsafeBytes { Base64.encode($0) }
            let expected = "href=\"data:image/bmp;base64,\(digits)\"/>"
            for type in ["image/bmp", "text/html", "image/svg+xml", "", "image/png;charset=a"] {
                for name in ["image", "feImage"] {
                    let address = "data:\(type);base64,\(digits)#a"
                    #expect(
                        try cleanedContent("<\(name) href=\"\(address)\"/>")
                            == "<\(name) \(expected)")
                }
                let used = try cleanedContent("<use href=\"data:\(type);base64,\(digits)\"/>")
                #expect(used == "<use/>")
            }
        }
    }
#endif
