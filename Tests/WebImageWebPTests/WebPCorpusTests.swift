#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageWebP
    import WebImagePixels

    /// Every WebP of the corpus against its reference.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct WebPCorpusTests {
        @Test func `every file is decoded as its reference says, or refused`() throws {
            let entries = Corpus.entries(format: "webp")
            #expect(!entries.isEmpty)
            let mismatches = try entries.compactMap { entry in
                try mismatch(of: entry).map { "\(entry.path): \($0)" }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `every animation shows the frames of its reference`() throws {
            let entries = Corpus.entries(format: "webp").filter { !$0.frameMeans.isEmpty }
            #expect(entries.count { $0.expectation == .decodes } >= 5)
            for entry in entries where entry.expectation == .decodes {
                let provider = try frames(entry.load())
                #expect(provider.count == entry.frames, "\(entry.path)")
                for (index, mean) in entry.frameMeans.enumerated() {
                    let signature = ColorSignature(of: try provider.frame(at: index).bitmap)
                    let distance = zip(signature.meanRGBA, mean).map { abs($0 - $1) }.max() ?? 255
                    #expect(distance <= entry.tolerance?.mean ?? 0, "\(entry.path) frame \(index)")
                }
                // The reference examined at most 200 frames.
                guard let last = entry.lastFrame, entry.frames <= 200 else { continue }
                let signature = ColorSignature(of: try provider.frame(at: entry.frames - 1).bitmap)
                #expect(signature.mismatch(with: [last]) == nil, "\(entry.path)")
            }
        }

        @Test func `frame 0 of every animation is what a decode returns`() throws {
            let limits = DecodeLimits(maxPixels: 4_000_000)
            let options = DecodeOptions(limits: limits)
            for entry in Corpus.entries(format: "webp") {
                let image = EncodedImage(try entry.load())
                guard let output = try? decode(image.bytes, options),
                    let provider = try? WebPDecoder().frames(of: image, options: options)
                else { continue }
                #expect(try provider.frame(at: 0).bitmap == output.bitmap, "\(entry.path)")
            }
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            do {
                let output = try bytes.withSpan { bytes throws(CodecError) in
                    try WebPDecoder().decode(bytes, options: DecodeOptions())
                }
                if (output.color.profile != nil) != entry.hasProfile { return "profile" }
                if output.metadata.orientation.rawValue != entry.orientation {
                    return "orientation"
                }
                let bitmap = output.bitmap.oriented(output.metadata.orientation)
                // Colours of a profile need the module that applies it: only the size is compared.
                if entry.hasProfile { return bitmap.size == output.metadata.size ? nil : "size" }
                return Corpus.judge(bitmap, against: entry)
                    ?? Corpus.judge(output.metadata, against: entry)
            } catch {
                return entry.expectation == .decodes ? "\(error)" : nil
            }
        }
    }
#endif
