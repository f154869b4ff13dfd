import TestSupport
import WebImageCaching

#if os(Linux)
    import Testing

    /// Loads of pictures for which the system has no memory.
    ///
    /// The limit on address space is set in a child process: in the test process it would affect
    /// others.
    struct RefusedMemoryTests {
        private static let formats: [String] = {
            var formats = ["bmp"]
            #if JPEG
                formats.append("jpeg")
            #endif
            #if PNG
                formats.append("png")
            #endif
            #if GIF
                formats.append("gif")
            #endif
            #if WebP
                formats.append("webp")
            #endif
            #if TIFF
                formats.append("tiff")
            #endif
            return formats
        }()
        private static let transforms = [
            "blur(3)", "blur(12)", "blur(60)", "rotate(90)", "rotate(7)", "crop(2999x2999)",
            "pad(3001x3001)", "tint(#ff000080)", "circle", "resize(3500x3500,fill,enlarge)",
        ]

        @Test(arguments: formats)
        func `a picture without memory is a failure of the decode stage`(
            format: String
        ) async throws {
            let outcome = try await outcome(format, "40")
            #expect(outcome.hasPrefix("refused decode: "))
            #expect(outcome.contains("not enough memory for"))
        }

        @Test(arguments: formats)
        func `a picture with memory enough is decoded`(format: String) async throws {
            #expect(try await outcome(format, "400") == "made 3000x3000")
        }

        @Test(arguments: transforms)
        func `a result without memory is a failure of the transform stage`(
            transform: String
        ) async throws {
            let outcome = try await outcome("bmp", "100", transform)
            #expect(outcome.hasPrefix("refused transform: \(transform.prefix(3))"))
            #expect(outcome.contains("not enough memory for"))
        }

        @Test func `a result with memory enough is made`() async throws {
            #expect(try await outcome("bmp", "400", "blur(12)") == "made 3000x3000")
        }

        private func outcome(_ arguments: String...) async throws -> String {
            try await onThread {
                let child = try ChildProcess(named: "MemoryChild", arguments)
                let lines = child.lines()
                #expect(child.end() == .exited(0))
                return lines.joined(separator: "\n")
            }
        }
    }
#endif
