#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The types under which sources are passed on.
    struct SourceTypeTests {
        private static func head(_ status: Int, _ fields: HeaderFields) -> ResponseHead {
            ResponseHead(url: "http://a.test/a", status: status, headers: fields)
        }

        @Test(arguments: [
            (200, "", "image/png"), (206, "bytes 0-9/100", "image/png"),
            (206, "bytes 1-9/100", nil), (206, "bytes */100", nil), (206, "", nil),
            (206, "bytes 0-9,20-29/100", nil),
        ])
        func `a picture has its type from its first byte on`(
            status: Int, range: String, type: String?
        ) {
            let head = Self.head(
                status, ["Content-Type": "text/html", "Content-Range": range])
            let found = SourceType.shown(by: .png, head)
            #expect(found.mediaType == type ?? "application/octet-stream")
            #expect(found.isAttachment == (type == nil))
        }

        @Test(arguments: [
            ("image/png", true), ("IMAGE/AVIF", true), ("text/plain; charset=utf-8", true),
            ("video/mp4", true), ("application/octet-stream", true), ("text/html", false),
            (" TEXT/HTML ;x", false), ("application/javascript", false), ("text/css", false),
            ("application/xhtml+xml", false), ("image/png, text/html", false),
            ("text/plainer", false), ("multipart/x-mixed-replace;boundary=a", false), ("", false),
        ])
        func `by other rules a type that browsers could run is not passed on`(
            stated: String, passes: Bool
        ) {
            let found = SourceType.stated(by: Self.head(200, ["Content-Type": stated]), nil)
            #expect(found.mediaType == (passes ? stated : "application/octet-stream"))
            #expect(found.isAttachment == !passes)
        }

        @Test func `of two stated types neither is passed on`() {
            let head = Self.head(
                200, ["Content-Type": "image/png", "Content-Type": "text/html"])
            #expect(SourceType.stated(by: head, nil) == .unknown)
        }

        @Test(arguments: [
            ("GIF89a/*", ImageFormat.gif),
            ("<!-- a --><svg xmlns='http://www.w3.org/2000/svg'/>", .svg),
            ("<!doctype html><p><svg></svg></p>", nil), ("<script>1</script>", nil),
            ("alert(1)", nil),
            ("", nil), ("\u{1F}GIF89a", nil),
        ])
        func `the first bytes tell the format, however few come at once`(
            text: String, format: ImageFormat?
        ) {
            var (whole, single) = (FormatProbe(), FormatProbe())
            _ = whole.add(ByteBlock(copying: Array(text.utf8)))
            for byte in text.utf8 { _ = single.add(ByteBlock(copying: [byte])) }
            #expect(whole.format == format)
            #expect(single.format == format)
        }

        @Test func `compressed bytes are no picture`() {
            var probe = FormatProbe()
            let gzip: [UInt8] =
                [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 1, count: 20)
            _ = probe.add(ByteBlock(copying: gzip))
            #expect(probe.format == nil)
        }

        @Test func `no more than 64 kB are looked at`() {
            var probe = FormatProbe()
            let block = ByteBlock(copying: [UInt8](repeating: 32, count: 1 << 10))
            let count = (1...100).first { _ in probe.add(block) }
            #expect(count == 64)
        }
    }
#endif
