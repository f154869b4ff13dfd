#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct PNGCorpusTests {
        /// Above this, a debug build takes too long to compare colours; the size is still compared.
        private static let maxComparedPixels = 1_000_000

        /// Files of which this decoder thinks otherwise than the reference, and why.
        private static let exceptions = [
            "hostile/image-png__x_interlaced_chck.png": "wrong checksum of pixels: we refuse it",
            "hostile/image-png__xcsn0g01.png": "wrong checksum of pixels: we refuse it",
            "png/image__tbbn0g04.png":
                "grey 15 of 15 is transparent; two of three decoders miss that",
            "png/libavif__circle-trns-before-plte.png": "libpng ignores tRNS before PLTE",
            "png/gen-icc-mismatch-gray-profile-on-rgb.png": "libpng leaves the wrong profile out",
        ]

        @Test(arguments: ["png", "apng"])
        func `every file decodes as independent decoders do`(format: String) throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: format) where entry.expectation == .decodes {
                if Self.exceptions[entry.path] != nil { continue }
                if let mismatch = try mismatch(of: entry) {
                    mismatches.append("\(entry.path): \(mismatch)")
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `every file that is no picture is refused`() throws {
            let accepted = Corpus.entries(format: "png").filter { entry in
                let output = try? decode(entry.load())
                return entry.expectation == .mustError && output != nil
            }
            #expect(accepted.map(\.path).isEmpty)
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            let output: DecodeOutput
            do throws(CodecError) { output = try decode(bytes) } catch { return "\(error)" }
            if let mismatch = mismatch(of: output.metadata, entry) { return mismatch }
            if (output.profile != nil) != entry.hasProfile {
                return "profile: \(output.profile != nil), expected \(entry.hasProfile)"
            }
            let upright = output.metadata.orientation.upright(output.bitmap.size)
            guard upright.width == entry.width, upright.height == entry.height else {
                return "size \(upright)"
            }
            // Profiles are applied elsewhere; a hidden default image is not the frame of the reference.
            guard output.profile == nil, !entry.hasHiddenDefaultImage,
                upright.area <= Self.maxComparedPixels
            else { return nil }
            return Corpus.judge(output.bitmap.oriented(output.metadata.orientation), against: entry)
        }

        private func mismatch(of metadata: ImageMetadata, _ entry: Corpus.Entry) -> String? {
            if metadata.orientation.rawValue != entry.orientation {
                return "orientation \(metadata.orientation.rawValue), expected \(entry.orientation)"
            }
            if let hasAlpha = entry.hasAlpha, metadata.hasAlpha != hasAlpha {
                return "alpha: \(metadata.hasAlpha), expected \(hasAlpha)"
            }
            if metadata.frameCount != entry.frames {
                return "\(metadata.frameCount) frames, expected \(entry.frames)"
            }
            if let plays = entry.loopPlays, metadata.loopCount != plays {
                return "plays \(metadata.loopCount ?? -1) times, expected \(plays)"
            }
            let expected = entry.durationsMS.prefix(entry.frames)
            let isTimed = zip(metadata.durations, expected).allSatisfy {
                abs($0 / .milliseconds(1) - $1) <= 1
            }
            if !isTimed { return "durations \(metadata.durations), expected \(expected)" }
            return nil
        }
    }
#endif
