#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// Documents that hide or multiply content, refer to other files, or would end the process.
    struct SVGHostileTests {
        private static let base = #"width="100" height="100""#
        private static let green = SIMD4<UInt8>(0, 255, 0, 255)
        private static let square = ##"<rect width="100" height="100" fill="#0f0"/>"##

        @Test func `elements nested too deeply are refused`() {
            let text = svg(
                Self.base,
                String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000))
            #expect(throws: CodecError.self) { try decode(text) }
        }

        @Test func `many elements, comments and attributes are drawn`() throws {
            let many = String(repeating: "<g/><!-- --><?p?>a", count: 100_000)
            let attributes = (0..<2000).map { "a\($0)=''" }.joined(separator: " ")
            let text = "<?p?><!-- -->" + svg(Self.base + " " + attributes, many + Self.square)
            #expect(try decode(text).bitmap[50, 50] == Self.green)
        }

        @Test func `entities that become much text are refused`() {
            let long = String(repeating: "A", count: 40_000)
            let uses = String(repeating: "&a;", count: 1000)
            let text =
                "<!DOCTYPE svg [<!ENTITY a '\(long)'>]>" + svg(Self.base, "<desc>\(uses)</desc>")
            #expect(throws: CodecError.self) { try decode(text) }
        }

        @Test(arguments: [
            "<!ENTITY a '&b;&b;'><!ENTITY b '&a;'>", "<!ENTITY a '&a;'>",
            "<!ENTITY a0 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'>"
                + (1..<40).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined()
                + "<!ENTITY a '&a39;'>",
        ])
        func `entities that contain themselves or many others are refused`(subset: String) {
            let text = "<!DOCTYPE svg [\(subset)]>" + svg(Self.base, "<desc>&a;</desc>")
            let time = processorTime(of: {
                #expect(throws: CodecError.self) { try decode(text) }
            })
            #expect(time < .seconds(5))
        }

        @Test(arguments: [
            ##"<!ENTITY green "#0f0">"##,
            ##"<!ENTITY green "#&z;&f;0"><!ENTITY f "f"><!ENTITY z "&n;">"##
                + "<!ENTITY n '0'>",
            ##"<!ENTITY green "#0f0"><!ENTITY green "#00f">"##,
            ##"<!ENTITY green "&#35;0f0"><!ATTLIST rect fill CDATA '#00f'>"##,
        ])
        func `an entity is replaced, and others in it`(subset: String) throws {
            let text =
                "<?xml version='1.0'?><!DOCTYPE svg [\(subset)]>"
                + svg(Self.base, "<rect width='100' height='100' fill='&green;'/>")
            #expect(try decode(text).bitmap[50, 50] == Self.green)
        }

        @Test(arguments: [
            ##"<!ENTITY a "&#60;feTile/>">"##, ##"<!ENTITY a "<feTile/>">"##,
            ##"<!ENTITY a "<feConvolveMatrix order='30' kernelMatrix='1'/>">"##,
        ])
        func `markup in entities is edited like any other`(subset: String) throws {
            let content = """
                <filter id="f"><feFlood width="0" height="0"/>&a;</filter>\(Self.square)\
                <rect width="9" height="9" filter="url(#f)"/>
                """
            let text = "<!DOCTYPE svg [\(subset)]>" + svg(Self.base, content)
            #expect(try decode(text).bitmap[50, 50] == Self.green)
        }

        @Test(arguments: [
            "file:///etc/passwd", "http://127.0.0.1:9/x.png", "../x.png", "//127.0.0.1:9/x.svg#a",
        ])
        func `nothing outside is read`(address: String) throws {
            let content = """
                \(Self.square)<image href="\(address)" width="100" height="100"/>\
                <use href="\(address)"/><style>@import url("\(address)");</style>
                """
            #expect(try decode(svg(Self.base, content)).bitmap[50, 50] == Self.green)
        }

        @Test(arguments: [
            "[<!ENTITY a SYSTEM 'file:///etc/passwd'>]", "[<!ENTITY a PUBLIC 'b' '/etc/passwd'>]",
            "[<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]", "SYSTEM 'file:///etc/passwd'",
        ])
        func `no entity or document type outside is read`(type: String) {
            let text =
                "<!DOCTYPE svg \(type)>" + svg(Self.base, "\(Self.square)<g id='&b;'>&a;</g>")
            // Refused or drawn: the file would be an error in line 1 of its own.
            do throws(CodecError) {
                let bitmap = try decode(text).bitmap
                #expect(bitmap[50, 50] == Self.green)
            } catch {
                #expect("\(error)".contains("not defined"), "\(error)")
            }
        }

        @Test func `a tile of no size does not end the process`() throws {
            let content = """
                <filter id="f"><feFlood width="0" height="0"/><feTile/></filter>\
                <rect width="9" height="9" filter="url(#f)"/>
                """
            #expect(try decode(svg(Self.base, content)).bitmap.size.width == 100)
        }

        @Test(arguments: ["21", "1000 1", " 21,21 "])
        func `a matrix that is too large does not end the process`(order: String) throws {
            let numbers = String(repeating: "1 ", count: 1000)
            let filter = "<feConvolveMatrix order='\(order)' kernelMatrix='\(numbers)'/>"
            let content =
                "<filter id='f'>\(filter)</filter>" + Self.square.dropLast(2)
                + " filter='url(#f)'/>"
            #expect(try decode(svg(Self.base, content)).bitmap[50, 50] == Self.green)
        }

        @Test(arguments: ["<", "<a ", "<a b=", "<a b='", "<![CDATA[", "&", "<?", "</"])
        func `markup that does not end is refused`(start: String) {
            let content = "<!-- transform-origin -->" + String(repeating: start, count: 300_000)
            let time = processorTime(of: {
                #expect(throws: CodecError.self) {
                    try decode(svg("width='9' height='9'", content))
                }
            })
            #expect(time < .seconds(5))
        }
    }
#endif
