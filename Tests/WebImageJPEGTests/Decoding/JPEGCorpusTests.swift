#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct JPEGCorpusTests {
        /// The largest area whose colours a debug build compares; the size is always compared.
        private static let maxComparedPixels = 1_000_000

        /// Files with incomplete parts of a profile, which is ignored.
        private static let brokenProfiles = [
            "jpeg/jpeg-decoder__icc_chunk_double_seq_no.jpeg",
            "jpeg/jpeg-decoder__icc_missing_chunk.jpeg",
        ]

        @Test func `every file decodes as independent decoders do`() throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: "jpeg") where entry.expectation == .decodes {
                if let mismatch = try mismatch(of: entry) {
                    mismatches.append("\(entry.path): \(mismatch)")
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `every file that is no picture is refused`() {
            #expect(Corpus.wronglyAccepted(format: "jpeg") { try decode($0) }.isEmpty)
        }

        /// Returns the mismatch of a file; colours are compared only without an embedded profile.
        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            let output: DecodeOutput
            do throws(CodecError) { output = try decode(bytes) } catch { return "\(error)" }
            let metadata = output.metadata
            // An invalid orientation counts as none.
            let orientation = Orientation(rawValue: entry.orientation) ?? .up
            if metadata.orientation != orientation {
                return "orientation \(metadata.orientation), expected \(orientation)"
            }
            let hasProfile = entry.hasProfile && !Self.brokenProfiles.contains(entry.path)
            if (output.color.profile != nil) != hasProfile {
                return "profile: \(output.color.profile != nil), expected \(hasProfile)"
            }
            let upright = metadata.orientation.upright(output.bitmap.size)
            guard upright.width == entry.width, upright.height == entry.height else {
                return "size \(upright)"
            }
            guard output.color.profile == nil, upright.area <= Self.maxComparedPixels else {
                return nil
            }
            var bitmap = output.bitmap
            if bitmap.colorSpace == .cmyk { bitmap.convertCMYKToSRGB() }
            return Corpus.judge(bitmap.oriented(metadata.orientation), against: entry)
        }
    }
#endif
