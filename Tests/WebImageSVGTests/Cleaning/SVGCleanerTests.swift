#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Documents that are written anew from known elements and attributes.
    struct SVGCleanerTests {
        @Test(arguments: [
            "<g id=\"a\" class=\"b c\"><rect width=\"9\" height=\"50%\" fill=\"#f00\"/></g>",
            "<path d=\"M0,0-5.5.3e5 1a2 2 0 01.5.5z\" transform=\"rotate(45,1 2)scale(-1-1)\"/>",
            "<text x=\"1\" xml:space=\"preserve\"> a &lt; b <tspan dx=\"1 2\">é</tspan>&amp;</text>",
            "<linearGradient id=\"a\"><stop offset=\"0\" stop-color=\"red\"/></linearGradient>",
            "<rect fill=\"url(#a) red\" stroke=\"rgb(1,2,3)\" filter=\"blur(2px) url(#b)\"/>",
            "<use href=\"#a\"/><a href=\"#b\"><g/></a><textPath href=\"#c\">d</textPath>",
            "<filter id=\"f\"><feColorMatrix type=\"hueRotate\" values=\"90\"/></filter>",
            "<animate attributeName=\"cx\" values=\"1;2\" begin=\"0:00:05;a.end+1s\" dur=\"1s\"/>",
            "<animate attributeName=\"fill\" values=\"rgb(1,2,3);url(#a)\"/>",
            "<switch><g systemLanguage=\"de\"/><g xml:lang=\"en\"/></switch>",
            "<g requiredFeatures=\"http://www.w3.org/TR/SVG11/feature#Shape\"/>",
            "<title>a &lt;b&gt;</title><desc>c</desc><g aria-label=\"d (e)\" role=\"img\"/>",
            "<text font-family=\"&quot;Open Sans&quot;, 'A'\" font-size=\"9\">a</text>",
            "<style media=\"(min-width: 9px) and (orientation: landscape)\">a{fill:red}</style>",
        ])
        func `what draws stays`(content: String) throws {
            #expect(try cleanedContent(content) == content)
        }

        @Test(arguments: [
            ("<script>a</script><g/>", "<g/>"), ("<SCRIPT>a</SCRIPT>", ""),
            ("<s:script xmlns:s='http://www.w3.org/2000/svg'>a<g/></s:script>", ""),
            ("<h:script xmlns:h='http://www.w3.org/1999/xhtml'>a</h:script>", ""),
            ("<handler>a</handler><listener/><g/>", "<g/>"),
            ("<foreignObject><b xmlns='http://www.w3.org/1999/xhtml'>c</b></foreignObject>", ""),
            ("<iframe src='a'/><object data='a'/><embed src='a'/><audio src='a'/>", ""),
            ("<x:video xmlns:x='http://www.w3.org/1999/xhtml' src='a'><g/></x:video>", ""),
            ("<g xmlns='urn:a'><rect xmlns='http://www.w3.org/2000/svg'/></g>", ""),
            ("<metadata><a href='#b'/></metadata><cursor href='#a'/><font-face-uri/>", ""),
            ("<g onload='a' ONCLICK='b' onbegin='c' data-on='d' id='e'/>", "<g id=\"e\"/>"),
            ("<g xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='load'/>", "<g/>"),
            ("<g xml:base='http://a.test/' xml:id='b' xmlns:x='urn:c' x:d='e'/>", "<g/>"),
            ("<!-- <g/> --><?xml-stylesheet href='a'?>b<g/>", "<g/>"),
            ("<set attributeName='href' to='#a'/><set attributeName='onload' to='a'/>", ""),
            ("<animate attributeName=' xlink:href ' to='#a'/><animate to='#a'/>", ""),
            ("<animate attributeName='style' to='fill:url(#a)'/>", ""),
            ("<animateMotion path='M0 0'/>", "<animateMotion path=\"M0 0\"/>"),
            ("<g requiredExtensions='http://a.test/'/>", "<g requiredExtensions=\"none\"/>"),
            ("<g requiredFeatures='http://a.test/'/>", "<g requiredFeatures=\"none\"/>"),
            ("<g id='a\" onload=\"b'/><g id='&lt;a>'/>", "<g/><g/>"),
            ("<g fill='//a.test/b'/><g fill='http:a'/><g mask='a:b'/>", "<g/><g/><g/>"),
            (
                "<title><b xmlns='http://www.w3.org/1999/xhtml'>a</b><g/>b</title>",
                "<title>b</title>"
            ),
            ("<style type='text/x-less'>a{fill:red}</style>", ""),
            ("<text><![CDATA[<script>]]></text>", "<text>&lt;script&gt;</text>"),
        ])
        func `what runs, loads or is unknown goes`(content: String, result: String) throws {
            #expect(try cleanedContent(content) == result)
        }

        @Test func `prefixes are resolved, and names of namespaces are written once`() throws {
            let text = """
                <s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:a="http://www.w3.org/1999/xlink"
                xmlns:b="http://www.w3.org/1999/xlink" width="9"><s:use a:href="#c" b:href="#d"/>
                <s:g><svg xmlns="http://www.w3.org/2000/svg"/></s:g></s:svg>
                """
            #expect(
                try cleaned(text) == """
                    <svg xmlns="http://www.w3.org/2000/svg" \
                    xmlns:xlink="http://www.w3.org/1999/xlink" width="9">\
                    <use xlink:href="#c"/><g><svg/></g></svg>
                    """)
        }

        @Test func `entities are written out, and default attributes go`() throws {
            let text = """
                <!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY t "a&#38;lt;">
                <!ENTITY m "<g onload='a'><rect width='1'/></g><script>b</script>">
                <!ENTITY f SYSTEM "file:///etc/passwd"><!ATTLIST g onload CDATA "a" fill CDATA "red">
                ]><svg xmlns="&ns;"><text>&t;</text>&m;</svg>
                """
            #expect(
                try cleaned(text) == """
                    <svg xmlns="http://www.w3.org/2000/svg"><text>a&lt;</text>\
                    <g><rect width="1"/></g></svg>
                    """)
        }

        @Test func `special characters of values stay values`() throws {
            let content = "<g class='a&#10;b&#9;&#13;&amp;c'/><text>&#13;d</text>"
            let result = try cleanedContent(content)
            #expect(result == "<g class=\"a&#10;b&#9;&#13;&amp;c\"/><text>&#13;d</text>")
        }

        @Test(arguments: [
            "<?xml version='1.0' encoding='utf-16le'?>", "<?xml version='1.0'?>", "",
        ])
        func `UTF-16 becomes UTF-8`(start: String) throws {
            let text = "\u{FEFF}" + start + svg("", "<script>é</script><g id='é' onload='a'/>")
            let bytes = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            #expect(try cleaned(bytes: bytes).contains("<g id=\"é\"/></svg>"))
        }

        @Test func `other encodings become UTF-8`() throws {
            let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
            let text = Array(svg("", "<g id='#'/>").utf8).map { $0 == 0x23 ? 0xE9 : $0 }
            #expect(try cleaned(bytes: head + text).contains("<g id=\"é\"/>"))
            let hidden = "<?xml version='1.0' encoding='UTF-7'?>" + svg("", "+ADw-script/+AD4-<g/>")
            #expect(try cleaned(hidden).contains("><g/></svg>"))
        }

        @Test func `a gzipped text is inflated`() throws {
            // printf '<svg xmlns="http://www.w3.org/2000/svg"><script/><g/></svg>' | gzip -9n |
            // base64
            let text = """
                H4sIAAAAAAACA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy\
                9K1zcyMDDQB6pQsrMpTi7KLCjRt7NJB2KQmB0AeoKF9zsAAAA=
                """
            let bytes = try #require(Base64.decode(text.utf8))
            #expect(
                try cleaned(bytes: bytes) == "<svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>")
        }

        @Test(arguments: [
            "", "a", "<html/>", "<svg>", "<svg></g></svg>", "<svg/><svg/>", "<svg a='b' a='c'/>",
            "<svg><g/onload=''/></svg>", "<svg>&a;&</svg>", "<svg><script></svg>",
            "<html xmlns='http://www.w3.org/1999/xhtml'><svg/></html>", "<svg xmlns='urn:a'/>",
            "<svg/><script/>",
            "<!DOCTYPE svg [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><svg>&f;</svg>",
        ])
        func `no document, or a damaged one, is refused`(text: String) {
            #expect(throws: CodecError.self) { try cleaned(text) }
        }

        @Test func `a document is not read in the program itself unless it may be drawn there`() {
            let bytes = ByteBlock(copying: svg("", "").utf8)
            let error = #expect(throws: CodecError.self) {
                try bytes.withSpan { try SVGDecoder().cleaned($0, limits: DecodeLimits()) }
            }
            guard case .unsupported? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
#endif
