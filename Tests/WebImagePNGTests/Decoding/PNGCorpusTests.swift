#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    #if Color
        import WebImageColor
    #endif

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct PNGCorpusTests {
        /// The largest area whose colours a debug build compares; the size is always compared.
        private static let maxComparedPixels = 1_000_000

        /// The known differences from the reference and their reasons.
        private static let exceptions = [
            "png/gen-cicp-p3.png": "the reference ignores cICP",
            "png/image__tbbn0g04.png":
                "grey 15 of 15 is transparent; two of three decoders miss that",
        ]
        /// Files whose profile is for another kind of pixels; libpng ignores it.
        private static let profileExceptions = ["png/gen-icc-mismatch-gray-profile-on-rgb.png"]

        /// Animations that the reference, a release of Pillow, composes against the standard.
        ///
        /// An independent composer of twenty lines agrees with this one on seven of them: the three
        /// `over`, `tRNS_alpha`, `gen-dispose-previous`, `dispose_op_previous` and `mode_16bit`.
        /// The other four differ in the same ways, but were not checked with it.
        private static let translucent = "it squares the alpha of translucent pixels laid over"
        private static let restoring = "it restores another frame than the one before"
        private static let frameExceptions = [
            "apng/apngkit__over_background.apng": translucent,
            "apng/apngkit__over_none.apng": translucent,
            "apng/apngkit__over_previous.apng": translucent,
            "apng/apngkit__pia.png": translucent,
            "apng/apngkit__tRNS_alpha.apng": "it loses the one transparent colour behind frame 0",
            "apng/gen-dispose-previous.png": restoring,
            "apng/pillow__dispose_op_previous.png": restoring,
            "apng/pillow__dispose_op_previous_region.png": restoring,
            "apng/pillow__iss634.apng": translucent,
            "apng/pillow__mode_16bit.png": translucent,
            "apng/sdwebimage__TestImageAnimated.apng": translucent,
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

        @Test func `every file that is no picture is refused`() {
            #expect(Corpus.wronglyAccepted(format: "png") { try decode($0) }.isEmpty)
        }

        @Test(arguments: ["png", "apng"])
        func `every file is the same in pieces as at once, good or bad`(format: String) throws {
            var mismatches: [String] = []
            let options = DecodeOptions(
                limits: DecodeLimits(maxPixels: Self.maxComparedPixels),
                downsampling: Downsampling(maxBytes: 4 * 20_000))
            for entry in Corpus.entries(format: format) {
                let bytes = try entry.load()
                let once = try? decode(bytes, options)
                let session = PNGDecoder().makeSession(options: options)
                for piece in bytes.pieces(of: 509) {
                    try? piece.withSpan { (span) throws(CodecError) in try session.append(span) }
                }
                let pieces = try? session.finish()
                if once?.bitmap != pieces?.bitmap || once?.metadata != pieces?.metadata {
                    mismatches.append(entry.path)
                }
            }
            #expect(mismatches.isEmpty)
        }

        @Test func `every animation plays as independent decoders do`() throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: "apng")
            where entry.expectation == .decodes && !entry.frameMeans.isEmpty {
                if Self.frameExceptions[entry.path] != nil { continue }
                if let mismatch = try frameMismatch(of: entry) {
                    mismatches.append("\(entry.path): \(mismatch)")
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        private func mismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            let output: DecodeOutput
            do throws(CodecError) { output = try decode(bytes) } catch { return "\(error)" }
            if let mismatch = mismatch(of: output.metadata, entry) { return mismatch }
            // A gamma is described by a profile, too.
            if (output.color.profile != nil) != entry.hasProfile, entry.alternates.isEmpty,
                !Self.profileExceptions.contains(entry.path)
            {
                return "profile: \(output.color.profile != nil), expected \(entry.hasProfile)"
            }
            let upright = output.metadata.orientation.upright(output.bitmap.size)
            guard upright.width == entry.width, upright.height == entry.height else {
                return "size \(upright)"
            }
            guard upright.area <= Self.maxComparedPixels else { return nil }
            var bitmap = output.bitmap
            if output.color != .sRGB {
                #if Color
                    try ColorConverter().convertToSRGB(&bitmap, from: output.color)
                #else
                    return nil
                #endif
            }
            return Corpus.judge(bitmap.oriented(output.metadata.orientation), against: entry)
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

        /// Compares the frames examined by the reference: all up to 32, the last one in detail.
        private func frameMismatch(of entry: Corpus.Entry) throws -> String? {
            let bytes = try entry.load()
            guard let provider = try frames(of: bytes) else { return "is no animation" }
            guard try provider.frame(at: 0).bitmap == decode(bytes).bitmap else {
                return "frame 0 is not what a decode shows"
            }
            // Colours differ with a profile, or with a gamma that one of the references applied.
            guard !entry.hasProfile, entry.alternates.isEmpty, let tolerance = entry.tolerance
            else { return nil }
            for (index, expected) in entry.frameMeans.enumerated() {
                let signature = ColorSignature(of: try provider.frame(at: index).bitmap)
                let error = zip(signature.meanRGBA, expected).map { abs($0 - $1) }.max() ?? 0
                if error > tolerance.mean {
                    return "frame \(index) is off by \(error): \(signature.meanRGBA)"
                }
                if index == entry.frameMeans.count - 1, let last = entry.lastFrame,
                    let mismatch = signature.mismatch(with: [last])
                {
                    return "last frame: \(mismatch)"
                }
            }
            return nil
        }
    }
#endif
