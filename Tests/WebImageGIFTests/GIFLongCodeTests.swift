#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    /// Minimum code sizes above 8, which giflib refuses and browsers show.
    struct GIFLongCodeTests {
        private static let side = 96

        /// Returns a picture of noise and repetition that fills the table of codes more than once.
        private static func file(codeSize: Int, isInterlaced: Bool = false) -> ByteBlock {
            var numbers = SystemNumbers(seed: 3)
            let indices = (0..<side * side).map { place in
                place % 500 < 400 ? UInt8(numbers.next() & 3) : UInt8(place % 3)
            }
            var gif = GIFBuilder(width: side, height: side)
            gif.frame(
                width: side, height: side, indices: indices, interlaced: isInterlaced,
                codeSize: codeSize)
            return gif.finished()
        }

        @Test(arguments: 9...11)
        func `long codes give the picture of ordinary ones`(codeSize: Int) throws {
            let expected = try decode(Self.file(codeSize: 8)).bitmap
            #expect(try decode(Self.file(codeSize: codeSize)).bitmap == expected)
            let interlaced = try decode(Self.file(codeSize: 8, isInterlaced: true)).bitmap
            let bytes = Self.file(codeSize: codeSize, isInterlaced: true)
            #expect(try decode(bytes).bitmap == interlaced)
        }

        @Test func `rows of long codes arrive in pieces`() throws {
            let bytes = Self.file(codeSize: 11)
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            try feed(bytes, to: session, chunk: 777)
            #expect(session.revision > 0)
            #expect(try session.finish().bitmap == decode(bytes).bitmap)
        }

        @Test func `a code size of 12 is refused`() {
            #expect(throws: CodecError.self) { try decode(Self.file(codeSize: 12)) }
        }

        @Test func `a file of long codes cut at any byte is refused`() {
            let whole = Self.file(codeSize: 11).array
            for count in stride(from: 20, to: whole.count - 8, by: 101) {
                #expect(throws: CodecError.self, "\(count)") {
                    try decode(ByteBlock(copying: whole[..<count]))
                }
            }
        }

        @Test func `changed codes never trap`() {
            let whole = Self.file(codeSize: 11).array
            for place in stride(from: 35, to: whole.count, by: 7) {
                var bytes = whole
                bytes[place] ^= UInt8(truncatingIfNeeded: place * 37 | 1)
                let bitmap = try? decode(ByteBlock(copying: bytes)).bitmap
                #expect(bitmap.map { $0.size.area <= Self.side * Self.side } ?? true)
            }
        }
    }

    /// Equal numbers for equal seeds.
    private struct SystemNumbers {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
#endif
