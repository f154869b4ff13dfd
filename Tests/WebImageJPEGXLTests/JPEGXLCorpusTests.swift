#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Every JPEG XL of the corpus against its reference, made by libjxl 0.11.
    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct JPEGXLCorpusTests {
        private static let entries = Corpus.entries(format: "jxl")

        /// The known differences and their reasons.
        private static let explained = [
            "jxl/conformance__blendmodes.jxl":
                "as far from libjxl 0.11 as the conformance suite's own picture is",
            "jxl/conformance__grayscale.jxl":
                "sRGB straight from XYB, as the suite's picture; the reference goes by Dot Gain 10%",
            "jxl/testdata__splines.jxl": "libjxl 0.7 refuses it: too many pixels of splines",
        ]

        @Test func `every file is decoded as its reference says, or refused`() throws {
            #expect(!Self.entries.isEmpty)
            var mismatches: [String] = []
            for entry in Self.entries {
                guard let mismatch = try mismatch(of: entry), Self.explained[entry.path] == nil
                else { continue }
                mismatches.append("\(entry.path): \(mismatch)")
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            do throws(CodecError) {
                let output = try decode(bytes)
                if output.metadata.orientation.rawValue != entry.orientation {
                    return "orientation \(output.metadata.orientation)"
                }
                let bitmap = output.bitmap.oriented(output.metadata.orientation)
                if let mismatch = mismatch(of: output.metadata, entry) { return mismatch }
                // Colours of a profile need the module that applies it: only the size is compared.
                guard output.color.profile == nil else {
                    return bitmap.size == output.metadata.size ? nil : "size \(bitmap.size)"
                }
                return Corpus.judge(bitmap, against: entry)
            } catch {
                return entry.expectation == .decodes ? "\(error)" : nil
            }
        }

        private func mismatch(of metadata: ImageMetadata, _ entry: Corpus.Entry) -> String? {
            guard entry.expectation == .decodes else { return nil }
            if metadata.frameCount != entry.frames { return "\(metadata.frameCount) frames" }
            guard entry.framesKind == "animation" else { return nil }
            if metadata.durations != entry.durationsMS.map({ .milliseconds($0) }) {
                return "durations \(metadata.durations), expected \(entry.durationsMS)"
            }
            if let plays = entry.loopPlays, metadata.loopCount != plays {
                return "\(metadata.loopCount ?? -1) loops"
            }
            return nil
        }
    }
#endif
