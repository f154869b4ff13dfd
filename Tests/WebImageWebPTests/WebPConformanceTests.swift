#if WebP
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTesting
    import WebImageWebP

    struct WebPConformanceTests {
        @Test(arguments: Sample.all)
        func `the decoder keeps the promises of its protocols`(sample: Sample) async throws {
            let file = try sample.file(PixelSize(width: 60, height: 44))
            let violations = await CodecConformance(WebPDecoder())
                .violations(with: [CodecSample("\(sample)", file)])
            #expect(violations.isEmpty, "\(violations)")
        }

        @Test func `the encoder keeps the promises of its protocols`() {
            let violations = CodecConformance(WebPDecoder())
                .violations(of: WebPEncoder(), isExact: true)
            #expect(violations.isEmpty, "\(violations)")
        }
    }
#endif
