#if SVG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageSVG

    /// Bounds of documents that are written anew, and those of the corpus.
    struct SVGCleanLimitsTests {
        @Test func `depth is limited`() throws {
            func nested(_ count: Int) -> String {
                let (start, end) = (
                    String(repeating: "<g>", count: count), String(repeating: "</g>", count: count)
                )
                return svg("", start + end)
            }
            #expect(try cleaned(nested(255)).hasSuffix("</g></svg>"))
            #expect(throws: CodecError.self) { try cleaned(nested(256)) }
            #expect(throws: CodecError.self) { try cleaned(nested(100_000)) }
        }

        @Test func `texts longer than a limit are refused, also behind entities`() throws {
            let limits = DecodeLimits(maxBytes: 4096)
            func isRefused(_ text: String) -> Bool {
                do throws(CodecError) {
                    _ = try cleaned(bytes: text.utf8, limits)
                } catch {
                    if case .limit = error { return true }
                }
                return false
            }
            #expect(!isRefused(svg("", "<text>\(String(repeating: "a", count: 3000))</text>")))
            #expect(isRefused(svg("", "<text>\(String(repeating: "a", count: 5000))</text>")))
            let entity = "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "b", count: 400))\">]>"
            let uses = String(repeating: "<text>&a;</text>", count: 20)
            #expect(isRefused(entity + svg("", uses)))
        }

        @Test func `entities of entities are refused`() {
            let names = (1...12).map { number in
                "<!ENTITY a\(number) \"\(String(repeating: "&a\(number - 1);", count: 10))\">"
            }
            let text =
                "<!DOCTYPE svg [<!ENTITY a0 \"b\">\(names.joined())]>"
                + svg("", "<text>&a12;</text>")
            #expect(throws: CodecError.self) { try cleaned(text) }
        }

        @Test(arguments: [
            "<g id='a' fill='red'/>", "<style>a{fill:red}</style>", "<g style='fill:rgb(1,2,3)'/>",
            "<text>a &amp; b</text>", "<script/>", "<use href='#a'/>", "<!-- a -->",
        ])
        func `the time of long texts grows with their length`(part: String) throws {
            func time(_ count: Int) throws -> Duration {
                let text = svg("", String(repeating: part, count: count))
                return processorTime { _ = try? cleaned(text) }
            }
            let short = try time(4000)
            #expect(try time(32_000) < max(short, .milliseconds(10)) * 32)
        }

        @Test(arguments: [
            "(", "a{", "url(", "@media all{", "/*", "'", "\\", "a:b;", "[", "}", "-", "#",
        ])
        func `the time of long sheets grows with their length`(part: String) throws {
            func time(_ count: Int) -> Duration {
                let sheet = String(repeating: part, count: count)
                return processorTime { _ = try? cleanedSheet(sheet) }
            }
            let short = time(8000)
            #expect(time(64_000) < max(short, .milliseconds(10)) * 32)
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `documents of the corpus are drawn as before, and clean the second time`() throws {
            var changed: [String] = []
            for entry in Corpus.entries(format: "svg") where entry.expectation == .decodes {
                let bytes = try entry.load()
                let clean = try cleaned(bytes: bytes.withUnsafeBytes { Array($0) })
                #expect(try cleaned(clean) == clean, "\(entry.path)")
                let before = try decode(bytes: bytes.withUnsafeBytes { Array($0) }).bitmap
                if try decode(clean).bitmap != before { changed.append(entry.path) }
            }
            #expect(changed.isEmpty, "\(changed.joined(separator: "\n"))")
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `hostile files are cleaned or refused soon`() throws {
            for entry in Corpus.entries(format: "svg") where entry.path.hasPrefix("hostile/") {
                let bytes = try entry.load().withUnsafeBytes { Array($0) }
                var answer = "cleaned"
                let time = processorTime(of: {
                    do throws(CodecError) {
                        let clean = try cleaned(bytes: bytes)
                        #expect(!clean.contains("<script") && !clean.contains("file:"))
                    } catch { answer = "\(error)" }
                })
                #expect(time < .seconds(5), "\(entry.path): \(answer)")
            }
        }
    }
#endif
