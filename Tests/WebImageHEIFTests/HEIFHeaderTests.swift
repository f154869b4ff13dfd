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
            // libheif before 1.22 assumes the size of the stream for both.
            if try HEIFPlanes.isLibrary(atLeast: 22) {
                #expect { try decode(file) } throws: { isDamage($0) }
            } else {
                #expect(try decode(file).bitmap.size.area > 64 * 64)
            }
        }

        @Test(arguments: [
            // An overlay of one picture, and overlays of overlays.
            [2: Array(repeating: 1, count: 2000)],
            [
                2: Array(repeating: 1, count: 15), 3: Array(repeating: 2, count: 15),
                4: Array(repeating: 3, count: 15),
            ],
            Dictionary(uniqueKeysWithValues: (2..<40).map { ($0, [$0 - 1]) }),
            [2: [2]],
        ])
        func `pictures are not decoded as often as they are referred to`(
            references: [Int: [Int]]
        ) throws {
            let size = PixelSize(width: 256, height: 256)
            let bytes = try encode(Scene.photograph(size: size)).array
            let limits = DecodeLimits(maxPixels: 1 << 20)
            let file = try add(references, to: bytes)
            #expect { try decode(file, DecodeOptions(limits: limits)) } throws: { isLimit($0) }
        }

        @Test func `an honest number of parts is no reason to refuse a picture`() throws {
            let size = PixelSize(width: 256, height: 256)
            let bytes = try encode(Scene.photograph(size: size)).array
            let file = try add([2: [1, 1, 1, 1], 3: [2]], to: bytes)
            // Only the location of the pixels is wrong now.
            do { try decode(file) } catch { #expect(!isLimit(error), "\(error)") }
        }

        @Test func `a stream is found behind a thousand others`() throws {
            let size = PixelSize(width: 256, height: 192)
            var bytes = try encode(Scene.photograph(size: size)).array
            let extent = try #require(place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0, 64, 0, 0, 0, 64])
            let first = try #require(place(of: "hvcC", in: bytes)) - 4
            let others = (0..<1000).flatMap { _ in
                big(31) + Array("hvcC".utf8) + Array(repeating: UInt8(0), count: 23)
            }
            try insert(others, at: first, in: ["meta", "iprp", "ipco"], of: &bytes)
            let limits = DecodeLimits(maxPixels: size.area - 1)
            let file = ByteBlock(copying: bytes)
            #expect { try decode(file, DecodeOptions(limits: limits)) } throws: { isLimit($0) }
        }

        /// Adds references from pictures to their parts at the end of the header.
        private func add(_ references: [Int: [Int]], to bytes: [UInt8]) throws -> ByteBlock {
            func short(_ number: Int) -> [UInt8] { Array(big(number)[2...]) }
            var boxes: [UInt8] = [0, 0, 0, 0]
            for (item, parts) in references {
                let body = short(item) + short(parts.count) + parts.flatMap(short)
                boxes += big(body.count + 8) + Array("dimg".utf8) + body
            }
            let table = big(boxes.count + 8) + Array("iref".utf8) + boxes
            var bytes = bytes
            let start = try #require(place(of: "meta", in: bytes)) - 4
            let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            try insert(table, at: start + count, in: ["meta"], of: &bytes)
            return ByteBlock(copying: bytes)
        }

        /// Inserts bytes, and adapts the sizes of the boxes around them.
        private func insert(
            _ part: [UInt8], at place: Int, in boxes: [String], of bytes: inout [UInt8]
        ) throws {
            for name in boxes {
                let start = try #require(self.place(of: name, in: bytes)) - 4
                let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
                bytes.replaceSubrange(start..<start + 4, with: big(count + part.count))
            }
            bytes.insert(contentsOf: part, at: place)
        }

        /// Moves the description of the stream from `hvcC` to a position between the pixels.
        private func moveParameters(in bytes: inout [UInt8]) throws {
            let arrays = try #require(place(of: "hvcC", in: bytes)) + 4 + 22
            var (at, units): (Int, [UInt8]) = (arrays + 1, [])
            for _ in 0..<bytes[arrays] {
                // Each array here has one unit, after its kind, number and length.
                let length = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
                units += [0, 0] + bytes[at + 3..<at + 5 + length]
                at += 5 + length
            }
            bytes[arrays] = 0
            // Version 0, four bytes each for base, offset and length, one item of one part.
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

        @Test func `a picture cut anywhere is refused`() throws {
            let whole = try encode(Scene.photograph(size: Self.size)).array
            let data = try #require(place(of: "mdat", in: whole))
            for count in 0..<data {
                let part = ByteBlock(copying: whole[..<count])
                #expect(
                    "\(count) bytes", performing: { try decode(part) }, throws: { $0 is CodecError }
                )
            }
            for count in stride(from: data, to: whole.count, by: 37) {
                let part = ByteBlock(copying: whole[..<count])
                #expect(
                    "\(count) bytes", performing: { try decode(part) }, throws: { isDamage($0) })
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
