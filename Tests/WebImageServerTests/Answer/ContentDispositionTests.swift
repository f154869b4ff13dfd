#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// Names of files that browsers keep.
    struct ContentDispositionTests {
        private func text(
            _ source: String, named name: String? = nil, ending: String = "png",
            isAttachment: Bool? = nil, isEncoded: Bool = true
        ) -> String {
            var plan = ImagePlan(source: source)
            (plan.fileName, plan.isAttachment) = (name, isAttachment)
            return plan.disposition(ending: ending, isEncoded: isEncoded)
        }

        @Test(
            arguments: [
                ("http://a/b/cat.jpg", nil, "cat.png"), ("http://a/b/cat", nil, "cat.png"),
                ("http://a/b/cat.tar.gz?x.y", nil, "cat.tar.png"), ("http://a/", nil, "image.png"),
                ("http://a/a%20b.jpg", nil, "a b.png"), ("http://a/d%2Fe.png", nil, "e.png"),
                ("http://a/raw%3Fh=geheim", nil, "raw.png"),
                ("http://a/raw?h=geheim", nil, "raw.png"), ("http://a/cat.jpg#x", nil, "cat.png"),
                ("http://a/a%22b.jpg", nil, "a%22b.png"),
                ("http://a/a%0D%0Ab.x", nil, "a__b.png"), ("http://a/.jpg", nil, "image.png"),
                ("http://a/x.jpg", "dog", "dog.png"),
                ("http://a/x.jpg", "dog.old", "dog.old.png"), ("http://a/x.jpg", "", "image.png"),
                ("http://a/x.jpg", "a\"b\\c", "a%22b%5Cc.png"),
                ("http://a/x.jpg", "a\r\nb\u{202E}c", "a__b_c.png"),
                ("http://a/x.jpg", "a?b", "a.png"), ("http://a/x.jpg", "a#b", "a.png"),
            ] as [(String, String?, String)])
        func `a name is that of the address, else of the source`(
            source: String, name: String?, expected: String
        ) {
            #expect(text(source, named: name) == "inline; filename=\"\(expected)\"")
        }

        @Test func `an attachment is named so, and an ending may be missing`() {
            #expect(text("http://a/b.c", isAttachment: true) == "attachment; filename=\"b.png\"")
            #expect(text("http://a/b.c", isAttachment: false) == "inline; filename=\"b.png\"")
            #expect(text("http://a/b.c", ending: "") == "inline; filename=\"b\"")
        }

        @Test func `a name beyond ASCII has a form for old clients`() {
            #expect(
                text("http://a/x", named: "grün-1.a_~ b")
                    == "inline; filename=\"gr_n-1.a_~ b.png\"; "
                    + "filename*=UTF-8''gr%C3%BCn-1.a_~%20b.png")
            let plain = "inline; filename=\"grün.png\""
            #expect(text("http://a/x", named: "grün", isEncoded: false) == plain)
        }

        @Test(
            arguments: [
                ("http://a/b.JPG", "JPG"), ("http://a/b", ""), ("http://a/b.", ""),
                ("http://a/b.c.d", "d"),
            ])
        func `an ending is what follows the last dot`(source: String, ending: String) {
            #expect(ImagePlan(source: source).endingOfSource == ending)
        }

        @Test func `formats have the names that browsers know`() {
            #expect(ImageFormat.jpeg.servedExtension == "jpg")
            #expect(ImageFormat.webp.servedExtension == "webp")
            #expect(ImageFormat.ico.servedMediaType == "image/x-icon")
            #expect(ImageFormat.heic.servedMediaType == "image/heif")
            #expect(ImageFormat.avif.servedMediaType == "image/avif")
        }
    }
#endif
