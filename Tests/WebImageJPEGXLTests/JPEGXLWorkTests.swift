#if JPEGXL
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Channels, layers and hidden frames are counted before they are decoded.
    struct JPEGXLWorkTests {
        /// 64 by 64 grey pixels and eight more channels; a ninth would exceed the limit.
        private static let eight =
            "ff0a4f408d0ea003e8003a800ea003e8003a00c58d080000020000010020004b12a54285241c00"
        private static let nine =
            "ff0a4f408f0ea003e8003a800ea003e8003a800e407123080000080000100020004b12a54285241c00"

        @Test func `eight extra channels are decoded, nine refused`() throws {
            #expect(try decode(block(Self.eight)).bitmap.size.area == 64 * 64)
            #expect(throws: CodecError.limit("9 extra channels, more than the 8 allowed")) {
                try decode(block(Self.nine))
            }
        }

        @Test(.enabled(if: Self.hasReproducers, "the reproducers are not there"))
        func `a small file of many channels is refused`() throws {
            let file = ByteBlock(
                copying: try Data(contentsOf: Self.reproducers.appending(path: "x40.jxl")))
            #expect(throws: CodecError.limit("40 extra channels, more than the 8 allowed")) {
                try metadata(file)
            }
        }

        private static let reproducers = Corpus.folder.deletingLastPathComponent()
            .appending(path: "acceptance/security")
        private static let hasReproducers = FileManager.default.fileExists(
            atPath: reproducers.appending(path: "x40.jxl").path())

        /// 64 by 64 grey pixels; the parts of a file with a hidden reference frame.
        private static let header = "ff0a4f4050dc08"
        private static let hidden =
            "0c1aba425701001c000000400004400004400004400004400004400004400004400004004b12a5428524"
            + "0c03030303030303030303030303030303"
        private static let visible = "080001001c004b12a54285240c"

        private func file(hiddenFrames count: Int) -> ByteBlock {
            block(Self.header + String(repeating: Self.hidden, count: count) + Self.visible)
        }

        @Test func `a hidden frame has no more pixels than the limits allow`() throws {
            let file = file(hiddenFrames: 1)
            for (most, isRefused) in [(1_000_000, false), (999_999, true)] {
                let limits = DecodeLimits(maxPixels: most)
                try expect(isRefused) { try decode(file, DecodeOptions(limits: limits)) }
                try expect(isRefused) { _ = try metadata(file, limits) }
            }
        }

        @Test(arguments: [1, 2])
        func `the memory of hidden frames is counted`(count: Int) throws {
            let file = file(hiddenFrames: count)
            // Three colours of eight bytes a pixel, and the bitmap.
            let bytes = count * 24_000_000 + 64 * 64 * 4
            for (most, isRefused) in [(bytes, false), (bytes - 1, true)] {
                let limits = DecodeLimits(maxBytes: most)
                try expect(isRefused) { try decode(file, DecodeOptions(limits: limits)) }
            }
        }

        /// 2²⁴ samples are always allowed: five frames of a million pixels in three colours.
        @Test(arguments: [5, 6])
        func `all frames up to a shown one are counted`(count: Int) throws {
            let file = file(hiddenFrames: count)
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1_000_000))
            try expect(count > 5) { try decode(file, options) }
        }

        @Test(arguments: [(9_000_000, false), (8_000_000, true)])
        func `splines count as many samples of each pixel`(most: Int, isRefused: Bool) throws {
            // The same hidden frame with the flag of splines in its header.
            let frame = "dca3a12b741500" + Self.hidden.dropFirst(14)
            let file = block(Self.header + frame + Self.visible)
            try expect(isRefused) { _ = try metadata(file, DecodeLimits(maxPixels: most)) }
        }

        @Test(arguments: [1, 7, 1000])
        func `hidden frames are found in bytes that arrive in pieces`(size: Int) throws {
            let bytes = file(hiddenFrames: 6).array
            let limits = DecodeLimits(maxPixels: 1_000_000)
            let session = JPEGXLDecoder().makeSession(options: DecodeOptions(limits: limits))
            try expect(true) {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    let part = ByteBlock(copying: bytes[start...].prefix(size))
                    try part.withSpan { span throws(CodecError) in try session.append(span) }
                }
            }
        }

        @Test func `hidden frames are found in a file of boxes`() throws {
            let stream = file(hiddenFrames: 6).array
            func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
                let size = UInt32(8 + content.count).bigEndian
                return withUnsafeBytes(of: size) { Array($0) } + Array(type.utf8) + content
            }
            let signature: [UInt8] = [0x0D, 0x0A, 0x87, 0x0A]
            let boxed =
                box("JXL ", signature) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
                + box("jxlp", [0, 0, 0, 0] + stream[..<60]) + box("free", [1, 2, 3])
                + box("jxlp", [0x80, 0, 0, 1] + stream[60...])
            for (most, isRefused) in [(3_000_000, false), (1_000_000, true)] {
                let limits = DecodeLimits(maxPixels: most)
                try expect(isRefused) {
                    try decode(ByteBlock(copying: boxed), DecodeOptions(limits: limits))
                }
            }
        }

        /// Expects a rejection by the limits, or none.
        private func expect(_ isRefused: Bool, _ body: () throws -> Void) throws {
            guard isRefused else { return try body() }
            #expect {
                try body()
            } throws: {
                isLimit($0)
            }
        }

        private func block(_ digits: String) -> ByteBlock {
            let all = Array(digits)
            let bytes = stride(from: 0, to: all.count, by: 2).compactMap {
                UInt8(String(all[$0...$0 + 1]), radix: 16)
            }
            return ByteBlock(copying: bytes)
        }
    }
#endif
