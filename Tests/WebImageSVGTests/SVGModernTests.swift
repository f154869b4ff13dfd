#if SVG
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Features of newer documents, drawn also by a librsvg that does not support them.
    struct SVGModernTests {
        private func draw(_ body: String, root: String = "") throws -> Bitmap {
            let text = """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" \(root)>\(body)</svg>
                """
            return try ByteBlock(copying: Array(text.utf8)).withSpan { span throws(CodecError) in
                try SVGDecoder(inProcess: true).decode(span, options: DecodeOptions()).bitmap
            }
        }

        @Test(arguments: [
            ##"<feDropShadow dx="20" dy="10" stdDeviation="0" flood-color="#0f0"/>"##,
            ##"<feDropShadow dx="20" dy="10" stdDeviation="0" style="flood-color:#0f0"/>"##,
            ##"<feOffset/><feDropShadow dx="20" dy="10" stdDeviation="0" flood-color="#0f0"/>"##,
        ])
        func `a drop shadow falls beside its element`(primitives: String) throws {
            let bitmap = try draw(
                """
                <filter id="f" x="-1" y="-1" width="4" height="4">\(primitives)</filter>\
                <rect x="20" y="20" width="40" height="40" fill="#f00" filter="url(#f)"/>
                """)
            #expect(bitmap[40, 40] == SIMD4(0, 0, 255, 255))
            #expect(bitmap[70, 60] == SIMD4(0, 255, 0, 255))
            #expect(bitmap[90, 90].w == 0)
        }

        @Test(arguments: [
            ("en-US", true), ("en", true), ("de, EN-us ", true), ("en-GB", false), ("de", false),
            ("e", false), ("", false), ("en-US-x-private", true),
        ])
        func `an element for other languages is not drawn`(languages: String, isDrawn: Bool) throws
        {
            let alone = try draw(
                ##"<rect width="99" height="99" systemLanguage="\##(languages)" fill="#f00"/>"##)
            #expect(alone[50, 50].w == (isDrawn ? 255 : 0))
            let chosen = try draw(
                """
                <switch><rect systemLanguage="\(languages)" width="99" height="99" fill="#f00"/>\
                <rect width="99" height="99" fill="#00f"/></switch>
                """)
            #expect(chosen[50, 50] == (isDrawn ? SIMD4(0, 0, 255, 255) : SIMD4(255, 0, 0, 255)))
            let text = try draw(
                """
                <text font-size="200" y="99"><tspan systemLanguage="\(languages)">HH</tspan>\
                <tspan display="inline" systemLanguage="\(languages)">HH</tspan></text>
                """)
            let isBlank = (0..<100).allSatisfy { x in (0..<100).allSatisfy { text[x, $0].w == 0 } }
            #expect(isBlank == !isDrawn)
        }

        @Test func `an element that requires extensions is not drawn`() throws {
            let extensions = #"requiredExtensions="http://example.org/x""#
            let rect = #"<rect \#(extensions) width="99" height="99" transform="rotate(0)"/>"#
            #expect(try draw(rect)[50, 50].w == 0)
            let both = #"<rect systemLanguage="en" width="99" height="99" \#(extensions)/>"#
            #expect(try draw(both)[50, 50].w == 0)
        }

        @Test(arguments: [
            "", "rect, tspan, svg, g { display: inline }", "* { display: inline !important }",
        ])
        func `no style shows an element whose conditions fail`(sheet: String) throws {
            let rect = ##"<rect width="99" height="99"/>"##
            for element in [
                ##"<rect T width="99" height="99"/>"##, "<g T>\(rect)</g>", "<a T>\(rect)</a>",
                "<svg T>\(rect)</svg>",
                ##"<defs><g T id="r">\##(rect)</g></defs><use href="#r"/>"##,
                ##"<defs><g id="r">\##(rect)</g></defs><use T href="#r"/>"##,
                ##"<text T y="99" font-size="200">HH</text>"##,
                ##"<text y="99" font-size="200"><tspan T>HH</tspan></text>"##,
                ##"<clipPath id="c"><rect T width="99" height="99"/></clipPath>"##
                    + ##"<rect width="99" height="99" clip-path="url(#c)"/>"##,
            ] {
                for condition in [
                    #"systemLanguage="de""#, #"requiredExtensions="""#,
                    #"style="display:inline" systemLanguage="" requiredExtensions="a b""#,
                    #"requiredExtensions="a" style='display:inline !important'"#,
                    #"systemLanguage="de" display="inline" style="""#,
                ] {
                    let body = element.replacing("T", with: condition)
                    let bitmap = try draw("<style>\(sheet)</style>" + body)
                    let isBlank = (0..<100).allSatisfy { x in
                        (0..<100).allSatisfy { bitmap[x, $0].w == 0 }
                    }
                    #expect(isBlank, "\(body)")
                }
            }
        }

        @Test(arguments: [
            ##"<linearGradient id="i" T><stop stop-color="#f00"/></linearGradient>"##
                + ##"<rect width="99" height="99" fill="url(#i)"/>"##,
            ##"<radialGradient id="i"><stop T stop-color="#f00"/></radialGradient>"##
                + ##"<rect width="99" height="99" fill="url(#i)"/>"##,
            ##"<pattern id="i" T width="1" height="1"><rect width="99" height="99" fill="#f00"/>"##
                + ##"</pattern><rect width="99" height="99" fill="url(#i)"/>"##,
            ##"<mask id="i" T><rect width="60" height="99" fill="#fff"/></mask>"##
                + ##"<rect width="99" height="99" fill="#f00" mask="url(#i)"/>"##,
            ##"<clipPath id="i" T><rect width="60" height="99"/></clipPath>"##
                + ##"<rect width="99" height="99" fill="#f00" clip-path="url(#i)"/>"##,
            ##"<filter id="i" T><feFlood flood-color="#f00"/></filter>"##
                + ##"<rect width="99" height="99" filter="url(#i)"/>"##,
            ##"<marker id="i" T markerUnits="userSpaceOnUse" markerWidth="99" markerHeight="99">"##
                + ##"<rect width="99" height="99" fill="#f00"/></marker>"##
                + ##"<path d="M0 0H1" marker-start="url(#i)"/>"##,
            ##"<symbol id="i" T><rect width="99" height="99" fill="#f00"/></symbol>"##
                + ##"<use href="#i"/>"##,
            ##"<defs T><rect id="i" width="99" height="99" fill="#f00"/></defs><use href="#i"/>"##,
        ])
        func `conditions do not prevent references`(body: String) throws {
            for condition in [#"systemLanguage="de""#, #"requiredExtensions="""#] {
                let bitmap = try draw(body.replacing("T", with: condition))
                #expect(bitmap[50, 50] == SIMD4(0, 0, 255, 255))
                let isCut = body.contains("mask") || body.contains("clipPath")
                #expect(bitmap[80, 50].w == (isCut ? 0 : 255))
            }
        }

        @Test func `a switch passes over a definition whose conditions fail`() throws {
            let definition =
                ##"<linearGradient id="i" T><stop stop-color="#f00"/></linearGradient>"##
            for condition in [#"systemLanguage="de""#, #"requiredExtensions="""#] {
                let bitmap = try draw(
                    "<switch>\(definition.replacing("T", with: condition))"
                        + ##"<rect width="99" height="99" fill="url(#i)"/></switch>"##)
                #expect(bitmap[50, 50] == SIMD4(0, 0, 255, 255))
            }
        }

        @Test func `an element with several rewritten attributes stays well-formed`() throws {
            let bitmap = try draw(
                """
                <rect x="60" y="40" width="20" height="20" transform="rotate(180)" \
                systemLanguage="en" transform-origin="center"/>
                """)
            #expect(bitmap[30, 50].w == 255 && bitmap[70, 50].w == 0)
        }

        @Test(arguments: ["BackgroundImage", "BackgroundAlpha"])
        func `the backdrop is no input of a filter`(input: String) throws {
            // Nothing is shifted: the filtered group is empty.
            let empty = try draw(
                """
                <filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">\
                <feOffset in="\(input)" dx="50"/></filter><g enable-background="new">\
                <rect x="10" y="10" width="20" height="20"/><g filter="url(#f)"/></g>
                """)
            #expect(empty[20, 20].w == 255 && empty[70, 20].w == 0)
            let own = try draw(
                """
                <filter id="f" x="-1" y="-1" width="5" height="5"><feOffset in="\(input)" dx="50"/>\
                </filter><rect x="10" y="10" width="20" height="20" filter="url(#f)"/>
                """)
            #expect(own[70, 20].w == 255 && own[20, 20].w == 0)
        }

        @Test(arguments: ["center", "50 50", "50% 50%", "50px", "center center"])
        func `transforms turn around their origin`(origin: String) throws {
            let bitmap = try draw(
                """
                <rect x="60" y="40" width="20" height="20" transform="rotate(180)" \
                transform-origin="\(origin)"/>
                """)
            #expect(bitmap[30, 50].w == 255)
            #expect(bitmap[70, 50].w == 0)
        }

        @Test(arguments: [
            ##"<symbol id="s"><rect width="100%" height="50%"/></symbol>"##,
            ##"<defs><svg id="s" width="5" height="5" viewBox="0 0 12 8"><rect width="12" height="4"/>"##
                + "</svg></defs>",
            ##"<defs><svg id="s" viewBox="0 0 12 8"><rect width="12" height="4"/></svg></defs>"##,
            ##"<symbol id="s" viewBox="0 0 12 8"><rect width="12" height="4"/></symbol>"##,
        ])
        func `a use has the width and height that it states`(target: String) throws {
            let bitmap = try draw(
                target + ##"<use href="#s" x="10" y="10" width="60" height="40"/>"##)
            #expect(bitmap[11, 11].w == 255 && bitmap[68, 28].w == 255)
            #expect(bitmap[72, 20].w == 0 && bitmap[40, 33].w == 0 && bitmap[8, 8].w == 0)
        }

        @Test func `a document used at two sizes, or drawn itself, keeps its own`() throws {
            let inner = ##"<svg id="s" width="20" height="20"><rect width="9" height="9"/></svg>"##
            let bitmap = try draw(inner + ##"<use href="#s" x="50" width="60" height="40"/>"##)
            #expect(bitmap[5, 5].w == 255 && bitmap[15, 15].w == 0)
            #expect(bitmap[55, 5].w == 255 && bitmap[65, 15].w == 0)
            let closed = try draw(
                ##"<svg:defs xmlns:svg="http://www.w3.org/2000/svg"></svg:defs>"## + inner
                    + ##"<use href="#s" x="50" width="60" height="40"/>"##)
            #expect(closed[5, 5].w == 255 && closed[15, 15].w == 0)
            let symbol = ##"<symbol id="s"><rect width="100%" height="10"/></symbol>"##
            let both = try draw(
                symbol + ##"<use href="#s" width="60" height="40"/><use href="#s" y="50"/>"##)
            #expect(both[90, 55].w == 255)
        }

        @Test(arguments: [
            "scale(0)", "scale(1 0)", "matrix(1 1 1 1 0 0)", "translate(5) scale(0, 1) rotate(3)",
        ])
        func `a clip path that is flat hides its element, and the rest is drawn`(
            transform: String
        ) throws {
            for element in [
                ##"<clipPath id="c" transform="T"><rect width="9" height="9"/></clipPath>"##
                    + ##"<rect width="9" height="9" clip-path="url(#c)"/>"##,
                ##"<clipPath id="c"><use href="#b" transform="T"/></clipPath>"##
                    + ##"<rect width="9" height="9" clip-path="url(#c)"/>"##,
                ##"<use href="#b" transform="T"/>"##,
            ] {
                let body = element.split(separator: "T\"").joined(separator: transform + "\"")
                let bitmap = try draw(
                    ##"<defs><rect id="b" width="9" height="9"/></defs>"## + body
                        + ##"<rect x="50" y="50" width="50" height="50"/>"##)
                #expect(bitmap[4, 4].w == 0 && bitmap[75, 75].w == 255)
            }
        }

        @Test(arguments: [
            #"type="text/css" href="style.css""#, #"href="data:text/css,rect%7Bfill:red%7D""#,
            #"type="text/xsl" href="http://127.0.0.1:9/x""#,
        ])
        func `a style sheet by instruction is passed over`(attributes: String) throws {
            let text = """
                <?xml version="1.0"?><?xml-stylesheet \(attributes)?>\
                <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\
                <rect width="9" height="9" fill="#00f"/></svg>
                """
            let bitmap = try ByteBlock(copying: Array(text.utf8)).withSpan {
                span throws(CodecError) in
                try SVGDecoder(inProcess: true).decode(span, options: DecodeOptions()).bitmap
            }
            #expect(bitmap[4, 4] == SIMD4(255, 0, 0, 255))
        }

        @Test func `what stands in comments and quotes is left alone`() throws {
            let bitmap = try draw(
                """
                <!-- <feDropShadow/> <rect transform="scale(9)" transform-origin="9 9"/> -->\
                <rect width="50" height="50" aria-label="a > b feDropShadow"/>
                """)
            #expect(bitmap[25, 25].w == 255)
        }
    }
#endif
