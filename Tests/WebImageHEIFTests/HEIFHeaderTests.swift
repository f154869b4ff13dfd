#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFHeaderTests {
        private static let size = PixelSize(width: 64, height: 64)

        @Test func `headers are read without pixels`() throws {
            let file = try encode(Scene.transparency(size: Self.size))
            #expect(try metadata(of: file) == ImageMetadata(size: Self.size, hasAlpha: true))
        }

        @Test func `sides, pixels and memory beyond the limits are refused before decoding`() throws
        {
            let file = try encode(Scene.photograph(size: Self.size))
            for limits in [DecodeLimits(maxPixels: 4095), DecodeLimits(maxBytes: 4096 * 9 - 1)] {
                #expect {
                    try decode(file, DecodeOptions(limits: limits))
                } throws: {
                    isLimit($0)
                }
            }
            let enough = DecodeLimits(maxPixels: 4096, maxBytes: 4096 * 9)
            try decode(file, DecodeOptions(limits: enough))
        }

        @Test func `a header that claims a huge picture is refused`() throws {
            var bytes = try array(encode(Scene.photograph(size: Self.size)))
            let extent = try #require(place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
            let file = ByteBlock(copying: bytes)
            #expect { try metadata(of: file) } throws: { isLimit($0) }
            #expect { try decode(file) } throws: { isLimit($0) }
        }

        @Test func `a stream larger than its header claims is refused`() throws {
            var bytes = try array(
                encode(Scene.photograph(size: PixelSize(width: 256, height: 192))))
            let extent = try #require(place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0, 64, 0, 0, 0, 64])
            let file = ByteBlock(copying: bytes)
            let limits = DecodeLimits(maxPixels: 256 * 192 - 1)
            #expect { try decode(file, DecodeOptions(limits: limits)) } throws: { isLimit($0) }
        }

        @Test func `a picture cut anywhere is refused, or decoded as far as it goes`() throws {
            let whole = try array(encode(Scene.photograph(size: Self.size)))
            let data = try #require(place(of: "mdat", in: whole))
            for count in 0..<data {
                let part = ByteBlock(copying: whole[..<count])
                #expect(
                    "\(count) bytes", performing: { try decode(part) }, throws: { $0 is CodecError }
                )
            }
            for count in stride(from: data, to: whole.count, by: 37) {
                _ = try? decode(ByteBlock(copying: whole[..<count]))
            }
        }

        @Test func `no byte of a header can make the decoder trap`() throws {
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            let whole = try array(encode(Scene.photograph(size: Self.size)))
            let data = try #require(place(of: "mdat", in: whole))
            for index in 0..<data {
                var bytes = whole
                bytes[index] ^= 0xFF
                _ = try? decode(ByteBlock(copying: bytes), options)
            }
        }

        @Test func `bytes of another format are refused`() {
            #expect(throws: CodecError.self) {
                try decode(ByteBlock(copying: Array("\u{89}PNG\r\n\u{1A}\n        ".utf8)))
            }
        }

        @Test func `a library that is not there is an error that names its package`() {
            let error = #expect(throws: CodecError.self) {
                try HEIFLibrary.open(name: "libheif-that-nobody-has.so.99")
            }
            #expect(
                error
                    == .missingLibrary(
                        .heic, library: "libheif-that-nobody-has.so.99", package: "libheif1"))
        }

        @Test func `a library without the functions is not taken`() {
            #expect(
                throws: CodecError.missingLibrary(.heic, library: "libc.so.6", package: "libheif1")
            ) {
                try HEIFLibrary.open(name: "libc.so.6")
            }
        }

        private func isLimit(_ error: any Error) -> Bool {
            if case CodecError.limit = error { true } else { false }
        }

        private func array(_ file: ByteBlock) -> [UInt8] {
            file.withUnsafeBytes { Array($0) }
        }

        private func place(of type: String, in bytes: [UInt8]) -> Int? {
            let letters = Array(type.utf8)
            return (0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(letters) }
        }

        private func metadata(of file: ByteBlock) throws(CodecError) -> ImageMetadata {
            try file.withSpan { bytes throws(CodecError) in
                try HEIFDecoder().metadata(of: bytes, limits: DecodeLimits())
            }
        }
    }
#endif
