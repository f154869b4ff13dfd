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
            var bytes = try encode(Scene.photograph(size: Self.size)).array
            let extent = try #require(place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
            let file = ByteBlock(copying: bytes)
            #expect { try metadata(of: file) } throws: { isLimit($0) }
            #expect { try decode(file) } throws: { isLimit($0) }
        }

        @Test(arguments: [false, true])
        func `a stream larger than its header claims is refused`(inBand: Bool) throws {
            let size = PixelSize(width: 256, height: 192)
            var bytes = try encode(Scene.photograph(size: size)).array
            let extent = try #require(place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0, 64, 0, 0, 0, 64])
            if inBand { try moveParameters(in: &bytes) }
            let file = ByteBlock(copying: bytes)
            let limits = DecodeLimits(maxPixels: size.area - 1)
            #expect { try decode(file, DecodeOptions(limits: limits)) } throws: { isLimit($0) }
            // The library itself takes both for a picture of the stream's size.
            #expect(try decode(file).bitmap.size.area > 64 * 64)
        }

        /// Moves what describes the stream out of `hvcC`, to between the pixels.
        private func moveParameters(in bytes: inout [UInt8]) throws {
            let arrays = try #require(place(of: "hvcC", in: bytes)) + 4 + 22
            var (at, units): (Int, [UInt8]) = (arrays + 1, [])
            for _ in 0..<bytes[arrays] {
                // Each array here has one unit, behind its kind, number and length.
                let length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
                units += [0, 0] + bytes[at + 3..<at + 5 + length]
                at += 5 + length
            }
            bytes[arrays] = 0
            // Version 0, four bytes each for base, place and length, one item of one part.
            let item = try #require(place(of: "iloc", in: bytes)) + 12
            let numbers = [4, 10, 14].map { at in
                bytes[item + at..<item + at + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            let start = numbers[0] + numbers[1]
            let data = units + bytes[start..<start + numbers[2]]
            bytes.replaceSubrange(item + 10..<item + 14, with: big(bytes.count - numbers[0]))
            bytes.replaceSubrange(item + 14..<item + 18, with: big(data.count))
            bytes += data
        }

        private func big(_ number: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        }

        @Test func `a picture cut anywhere is refused, or decoded as far as it goes`() throws {
            let whole = try encode(Scene.photograph(size: Self.size)).array
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
            let whole = try encode(Scene.photograph(size: Self.size)).array
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
