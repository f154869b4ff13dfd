#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    @testable import WebImageWebP

    struct WebPAnimationFileTests {
        private static let size = PixelSize(width: 40, height: 30)

        @Test func `a file is refused by the frame that is too much for it`() throws {
            let still = try still()
            var file = try WebPAnimationFile(canvas: Self.size, loopCount: 0, limit: 10_000)
            var total = 44
            while total + 24 + still.count - 12 < 10_000 {
                try append(still, to: &file)
                total += 24 + still.count - 12
            }
            #expect(throws: CodecError.self) { try append(still, to: &file) }
        }

        @Test func `a file has the length that it tells, and all frames`() throws {
            let still = try still()
            var file = try WebPAnimationFile(canvas: Self.size, loopCount: 3)
            // More than one memory block can hold.
            for _ in 0..<200 { try append(still, to: &file) }
            let bytes = file.finish()
            #expect(bytes.count == 44 + 200 * (24 + still.count - 12))
            let told = bytes.array[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(told == bytes.count - 8)
            let after = try frames(bytes)
            #expect(after.count == 200)
            #expect(after.loopCount == 3)
            #expect(try after.frame(at: 199).bitmap == decode(still).bitmap)
        }

        private func append(_ still: ByteBlock, to file: inout WebPAnimationFile) throws {
            let place = PixelRect(x: 0, y: 0, size: Self.size)
            let start = Int32(file.frameCount * 40)
            try file.append(still, at: place, during: start..<start + 40, blends: false)
        }

        private func still() throws -> ByteBlock {
            try WebPEncoder().encode(
                Scene.photograph(size: Self.size), settings: EncodeSettings())
        }
    }
#endif
