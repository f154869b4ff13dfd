#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    struct AVIFHeaderTests {
        private static let size = PixelSize(width: 40, height: 24)

        @Test func `headers are read without pixels`() throws {
            let metadata = try metadata(of: encode(Scene.transparency(size: Self.size)))
            #expect(metadata == ImageMetadata(size: Self.size, hasAlpha: true))
        }

        @Test(arguments: [1, 2, 3])
        func `a rotation is applied`(turns: Int) throws {
            let plain = try lossless()
            let file = try FileSurgery.property(
                FileSurgery.box("irot", [UInt8(turns)]), in: plain)
            let orientation: Orientation = [.left, .down, .right][turns - 1]
            let output = try decode(file)
            #expect(output.bitmap == (try decode(plain).bitmap.oriented(orientation)))
            #expect(output.metadata.size == orientation.upright(Self.size))
            #expect(output.metadata.orientation == .up)
        }

        @Test(arguments: [0, 1])
        func `mirroring is applied`(axis: Int) throws {
            let plain = try lossless()
            let file = try FileSurgery.property(
                FileSurgery.box("imir", [UInt8(axis)]), in: plain)
            let orientation: Orientation = axis == 0 ? .downMirrored : .upMirrored
            #expect(try decode(file).bitmap == decode(plain).bitmap.oriented(orientation))
        }

        @Test func `an aperture is applied, before the rotation`() throws {
            let plain = try lossless()
            let aperture = try FileSurgery.property(
                clap(width: 20, height: 10, x: -6, y: 3), in: plain)
            let file = try FileSurgery.property(FileSurgery.box("irot", [1]), in: aperture)
            let part = PixelRect(x: 4, y: 10, size: PixelSize(width: 20, height: 10))
            let output = try decode(file)
            #expect(output.bitmap == (try decode(plain).bitmap.cropped(to: part).oriented(.left)))
            #expect(output.metadata.size == PixelSize(width: 10, height: 20))
        }

        @Test func `an aperture outside of the picture is ignored`() throws {
            let plain = try lossless()
            let file = try FileSurgery.property(
                clap(width: 20, height: 10, x: 60, y: 0), in: plain)
            #expect(try decode(file).bitmap == decode(plain).bitmap)
        }

        @Test func `a last box that reaches to the end of the file is read`() throws {
            let plain = try lossless()
            var bytes = FileSurgery.array(plain)
            let data = try #require(FileSurgery.place(of: "mdat", in: bytes)) - 4
            bytes.replaceSubrange(data..<data + 4, with: [0, 0, 0, 0])
            #expect(try decode(ByteBlock(copying: bytes)).bitmap == decode(plain).bitmap)
        }

        @Test func `sides and pixels beyond the limits are refused before decoding`() throws {
            let file = try lossless()
            for limits in [DecodeLimits(maxPixels: 959), DecodeLimits(maxBytes: 960 * 7 - 1)] {
                #expect {
                    try decode(file, DecodeOptions(limits: limits))
                } throws: {
                    isLimit($0)
                }
            }
            try decode(
                file,
                DecodeOptions(limits: DecodeLimits(maxPixels: 960, maxBytes: 960 * 8)))
        }

        @Test func `a header that claims a huge picture is refused`() throws {
            var bytes = FileSurgery.array(try lossless())
            let extent = try #require(FileSurgery.place(of: "ispe", in: bytes)) + 8
            bytes.replaceSubrange(extent..<extent + 8, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
            #expect { try metadata(of: ByteBlock(copying: bytes)) } throws: { isLimit($0) }
        }

        @Test func `a picture cut at any length is refused`() throws {
            let whole = FileSurgery.array(
                try encode(Scene.photograph(size: PixelSize(width: 16, height: 16))))
            for count in 0..<whole.count {
                let part = ByteBlock(copying: whole[..<count])
                #expect(
                    "\(count) bytes", performing: { try decode(part) }, throws: { $0 is CodecError }
                )
            }
        }

        @Test func `no byte of a file can make the decoder trap`() throws {
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            let whole = FileSurgery.array(
                try encode(Scene.transparency(size: PixelSize(width: 16, height: 16))))
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0xFF
                _ = try? decode(ByteBlock(copying: bytes), options)
            }
        }

        @Test func `bytes of another format are damaged`() {
            #expect {
                try decode(ByteBlock(copying: Array("\u{89}PNG\r\n\u{1A}\n        ".utf8)))
            } throws: {
                if case CodecError.damaged(.avif, _) = $0 { true } else { false }
            }
        }

        @Test func `a library that is not there is an error that names its package`() throws {
            let error = #expect(throws: CodecError.self) {
                try AVIFLibrary.open(name: "libavif-that-nobody-has.so.99")
            }
            guard case .missingLibrary(.avif, let library, let package)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(library == "libavif-that-nobody-has.so.99")
            #expect(package.hasPrefix("libavif1"))
        }

        @Test func `a library without the functions is not taken`() {
            #expect {
                try AVIFLibrary.open(name: "libc.so.6")
            } throws: {
                if case CodecError.missingLibrary(.avif, _, _) = $0 { true } else { false }
            }
        }

        private func lossless() throws -> ByteBlock {
            try encode(
                Scene.photograph(size: Self.size), EncodeSettings(isLossless: true, effort: 1))
        }

        private func clap(width: UInt32, height: UInt32, x: Int32, y: Int32) -> [UInt8] {
            let one = FileSurgery.big(UInt32(1))
            return FileSurgery.box(
                "clap",
                FileSurgery.big(width) + one + FileSurgery.big(height) + one + FileSurgery.big(x)
                    + one + FileSurgery.big(y) + one)
        }

        private func metadata(of file: ByteBlock) throws(CodecError) -> ImageMetadata {
            try file.withSpan { bytes throws(CodecError) in
                try AVIFDecoder().metadata(of: bytes, limits: DecodeLimits())
            }
        }
    }
#endif
