#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct JPEGSessionCorpusTests {
        /// The largest file that a debug build feeds in single bytes.
        private static let maxCountOfSingleBytes = 4000

        @Test(arguments: ["jpeg", "hostile"])
        func `every file comes to the same in pieces`(folder: String) throws {
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 500_000))
            var differences: [String] = []
            for entry in Corpus.all where entry.path.hasPrefix("\(folder)/") && isJPEG(entry) {
                let bytes = try entry.load()
                let whole = Outcome(decoding: bytes, options)
                _ = try? metadata(bytes, limits: options.limits)
                let sizes = bytes.count <= Self.maxCountOfSingleBytes ? [1, 97, 4096] : [97, 4096]
                for size in sizes where Outcome(feeding: bytes, in: size, options) != whole {
                    differences.append("\(entry.path) in pieces of \(size)")
                }
            }
            #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        }

        private func isJPEG(_ entry: Corpus.Entry) -> Bool {
            entry.format == "jpeg" || [".jpg", ".jpeg"].contains { entry.path.hasSuffix($0) }
        }
    }
#endif
