#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Sanitised texts are drawn as they were.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct SVGSanitizerCorpusTests {
        @Test func `every text of the corpus is drawn the same without its active parts`() throws {
            var changed: [String] = []
            for entry in Corpus.entries(format: "svg") where entry.expectation == .decodes {
                let bytes = try entry.load()
                guard !bytes.withSpan({ $0.has([0x1F, 0x8B]) }) else { continue }
                let safe = try SVGSanitizer().sanitized(bytes)
                if try Self.drawn(bytes) != Self.drawn(safe) { changed.append(entry.path) }
            }
            #expect(changed.isEmpty, "\(changed.joined(separator: "\n"))")
        }

        private static func drawn(_ bytes: ByteBlock) throws(CodecError) -> Bitmap {
            try bytes.withSpan { span throws(CodecError) in
                try SVGDecoder(inProcess: true).decode(span, options: DecodeOptions()).bitmap
            }
        }
    }
#endif
