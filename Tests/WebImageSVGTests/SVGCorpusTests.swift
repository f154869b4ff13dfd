#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    @Suite(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
    struct SVGCorpusTests {
        /// The known differences from the reference and their reasons.
        private static let exceptions = [
            "svg/resvg__invalid-FuncIRI.svg":
                "a filter that is not there changes nothing (Filter Effects 1, section 5)",
            "svg/resvg__with-size-on-use-and-relative-units.svg":
                "librsvg 2.54 measures percentages in a symbol against the outer picture",
        ]

        @Test func `every file is drawn as independent renderers do`() throws {
            var mismatches: [String] = []
            for entry in Corpus.entries(format: "svg") where entry.expectation == .decodes {
                do throws(any Error) {
                    let output = try decode(entry.load())
                    if Self.exceptions[entry.path] != nil { continue }
                    if let miss = Corpus.judge(output.bitmap, against: entry) {
                        mismatches.append("\(entry.path): \(entry.colorCheck) \(miss)")
                    }
                    #expect(output.metadata.hasAlpha && output.metadata.isVector)
                } catch {
                    mismatches.append("\(entry.path): \(error)")
                }
            }
            #expect(mismatches.isEmpty, "\(mismatches.joined(separator: "\n"))")
        }

        @Test func `every file that is no picture is refused`() {
            #expect(Corpus.wronglyAccepted(format: "svg") { try decode($0) }.isEmpty)
        }

        /// The files whose drawing takes long: the time limit of a worker process ends it.
        private static let slow: Set<String> = [
            "hostile/svg-dash-bomb.svg", "hostile/svg-filter-bomb.svg",
            "hostile/svg-style-important-many.svg", "hostile/svg-use-exponential.svg",
        ]

        @Test func `other hostile files end soon, with pixels or an error`() throws {
            for entry in Corpus.entries(format: "svg")
            where entry.path.hasPrefix("hostile/") && !Self.slow.contains(entry.path) {
                let bytes = try entry.load()
                var answer = "drawn"
                let time = processorTime(of: {
                    do throws(CodecError) { _ = try decode(bytes) } catch { answer = "\(error)" }
                })
                #expect(time < .seconds(5), "\(entry.path): \(answer)")
            }
        }

        private func decode(_ bytes: ByteBlock) throws(CodecError) -> DecodeOutput {
            let limits = DecodeLimits(maxPixels: 40_000_000)
            return try bytes.withSpan { span throws(CodecError) in
                try SVGDecoder(inProcess: true).decode(span, options: DecodeOptions(limits: limits))
            }
        }
    }
#endif
