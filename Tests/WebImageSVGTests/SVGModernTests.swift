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
                try SVGDecoder().decode(span, options: DecodeOptions()).bitmap
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
