#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct TIFFCorpusTests {
        /// The largest area whose colours a debug build compares; the size is always compared.
        private static let maxComparedPixels = 1_000_000

        @Test func `every file decodes as independent decoders do`() throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: "tiff") where entry.expectation == .decodes {
                if let mismatch = try mismatch(of: entry) {
                    mismatches.append("\(entry.path): \(mismatch)")
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `every file that is no picture is refused`() {
            #expect(Corpus.wronglyAccepted(format: "tiff") { try decode($0) }.isEmpty)
        }

        @Test func `hostile files end soon, with pixels or an error`() throws {
            for entry in Corpus.entries(format: "tiff") where entry.expectation != .decodes {
                let bytes = try entry.load()
                var answer = "decoded"
                let time = processorTime(of: {
                    do throws(CodecError) { _ = try decode(bytes) } catch { answer = "\(error)" }
                })
                #expect(time < .seconds(5), "\(entry.path): \(answer)")
            }
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let output: DecodeOutput
            do throws(any Error) { output = try decode(entry.load()) } catch { return "\(error)" }
            let metadata = output.metadata
            if metadata.orientation.rawValue != entry.orientation {
                return "orientation \(metadata.orientation.rawValue)"
            }
            if metadata.pageCount != entry.frames { return "\(metadata.pageCount) pages" }
            // The reference shows an unspecified sample as alpha, but does not report it.
            let isSaid = !entry.tags.contains("extra0")
            if isSaid, let hasAlpha = entry.hasAlpha, metadata.hasAlpha != hasAlpha {
                return "alpha"
            }
            if (output.color.profile != nil) != entry.hasProfile { return "profile" }
            guard metadata.size.width == entry.width, metadata.size.height == entry.height else {
                return "size \(metadata.size)"
            }
            // Tests of the umbrella module apply profiles.
            guard output.color.profile == nil, metadata.size.area <= Self.maxComparedPixels else {
                return nil
            }
            var bitmap = output.bitmap.oriented(metadata.orientation)
            bitmap.convertCMYKToSRGB()
            return Corpus.judge(bitmap, against: entry).map { "\(entry.colorCheck) \($0)" }
        }

        private func decode(_ bytes: ByteBlock) throws(CodecError) -> DecodeOutput {
            let limits = DecodeLimits(maxPixels: 40_000_000)
            return try bytes.withSpan { span throws(CodecError) in
                try TIFFDecoder().decode(span, options: DecodeOptions(limits: limits))
            }
        }
    }
#endif
