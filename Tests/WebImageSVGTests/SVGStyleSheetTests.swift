#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Style sheets, which librsvg gets without imports and rules of `:lang()`.
    struct SVGStyleSheetTests {
        private static let red = SIMD4<UInt8>(0, 0, 255, 255)

        private func draw(_ style: String, _ content: String) throws -> Bitmap {
            try decode(svg("width='20' height='20'", style + content)).bitmap
        }

        @Test(arguments: [
            ":lang(x-cn)", ":LANG(x-cn)", ":\\6c ang(x-cn)", ":l\\61ng( x-cn )", "g:lang(x-cn)",
            ":not(:lang(x-cn))", "a,:lang('x-cn')", ":la<![CDATA[ng(x-]]>cn)",
            ":la<!-- -->ng(x-cn)",
            ":&#108;ang(x-cn)", ":is(:lang(x-cn))", "g>:lang(x-cn) b", "*:lang(x-cn)",
            ":/**/lang(x-cn)",
            "@media all{:lang(x-cn){}}:lang(x-cn)", "}:lang(x-cn)", "{}:lang(x-cn)",
            "<!-- a{} -->:lang(x-cn)",
            "/*\\*/:lang(x-cn)", ":/*\\6c*/lang(x-cn)", "'\\'{}:lang(x-cn)",
            "url(a\\)b)c:lang(x-cn)",
            "<![CDATA[<!--]]>:lang(x-cn)", ":&lang;",
        ])
        func `a selector of languages does not end the process`(selector: String) throws {
            let text = svg(
                "width='20' height='20'",
                "<style>\(selector){fill:#00f}.a{fill:#f00}</style>"
                    + "<g xml:lang='en'><rect class='a' width='20' height='20'/></g>")
            let bitmap = try decode("<!DOCTYPE svg [<!ENTITY lang 'lang(x-cn)'>]>" + text).bitmap
            #expect(bitmap.size.width == 20)
        }

        @Test(arguments: [
            "<style>@import 'data:text/css,%3Alang(x-cn){}';</style>",
            "<style>@import url(DATA:text/css,%3Alang(x-cn){});</style>",
            "<style type='text/plain'>:lang(x-cn){}</style>",
            "<z:style xmlns:z='http://www.w3.org/2000/svg'>:lang(x-cn){}</z:style>",
        ])
        func `a sheet by another way does not end the process`(style: String) throws {
            let bitmap = try draw(style, "<g xml:lang='en'/>")
            #expect(bitmap.size.width == 20)
        }

        private static let hidden = """
            data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 \
            height=%229%22%3E%3Cstyle%3E:lang(x-cn){}%3C/style%3E%3Cg id=%22a%22 \
            xml:lang=%22en%22/%3E%3C/svg%3E
            """

        @Test(arguments: [
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(hidden)'/>",
            "<use href='\(hidden)#a'/>",
            "<pattern id='p' href=' D&#10;ATA\(hidden.dropFirst(4))#a'/>",
        ])
        func `a document in an address is drawn by images only`(content: String) throws {
            let bitmap = try draw("", content + "<rect width='20' height='20' fill='red'/>")
            #expect(bitmap[10, 10] == Self.red)
        }

        @Test(arguments: [
            ("print", false), ("screen", true), ("all", true), ("", true), ("print, screen", true),
            ("SCREEN and (min-width: 1px)", true), ("not print", true), ("not screen", false),
            ("only screen", true), ("(min-width:1px)", true), ("speech,print", false),
            ("(prefers-color-scheme: dark)", false), ("(prefers-color-scheme: light)", true),
        ])
        func `a sheet for other media is not applied`(media: String, isApplied: Bool) throws {
            let bitmap = try draw(
                "<style media='\(media)'>rect{fill:#f00}</style>",
                "<rect width='20' height='20' fill='#0f0'/>")
            #expect(bitmap[10, 10] == (isApplied ? Self.red : SIMD4(0, 255, 0, 255)))
        }

        @Test(arguments: [
            "rect", "*", ".a", ".b.a", "#i", "rect.a#i", "g rect", "g > rect", "svg g>rect",
            "line+rect",
            "line ~ rect", "[x]", "[x='1']", "[class~=a]", "[class ^= 'b']", "rect:last-child",
            ":nth-child(2n)", ":nth-child( odd ), rect", ":not(line):not(.c)", ".\\61", "#\\69 ",
            "RECT,rect",
            "@font-face{src:url(data:x)} rect", "@charset 'x'; .a", ".x{fill:#0f0} .a", ".x{};.b",
            "rect:not([d])",
        ])
        func `usual selectors match as before`(selector: String) throws {
            let selector = selector.replacing(".x{};.b", with: "rect")
            let bitmap = try draw(
                "<style><![CDATA[\(selector){fill:#f00}]]></style>",
                "<g><line/><rect class='b a' id='i' x='1' width='18' height='20'/></g>")
            #expect(bitmap[10, 10] == Self.red)
        }

        @Test(arguments: [
            "fill:red", "fill : red ", "FILL:blue;fill:red", "fill:red;fill",
            "/**/fill/**/:/**/red/**/",
            "fill:blue;fill:red!important;fill:lime", "fill:r\\65 d", "fi\\6cl:red",
            "fill:url(#x) red",
            "font-family:\"a;b\";fill:red", "x:{;fill:blue};fill:red", "fill:rgb(255, 0, 0)",
        ])
        func `declarations are read as before`(declarations: String) throws {
            let bitmap = try draw(
                "<style>rect{\(declarations)}</style>", "<rect width='20' height='20'/>")
            #expect(bitmap[10, 10] == Self.red)
        }
    }
#endif
