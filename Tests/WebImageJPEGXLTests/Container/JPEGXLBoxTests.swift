#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Boxes with sizes in 64 bits, which libjxl 0.7 does not read.
    @Suite struct JPEGXLBoxTests {
        /// Returns a file whose boxes have the longer head, except the two of fixed form.
        private func lengthened(_ file: ByteBlock) -> [UInt8] {
            let bytes = file.array
            var (result, place) = (Array(bytes[..<32]), 32)
            while place < bytes.count {
                let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                // A size of 0 extends to the end of the file.
                let end = size == 0 ? bytes.count : place + size
                let long = end - place + 8
                result += [0, 0, 0, 1] + bytes[place + 4..<place + 8]
                result += (0..<8).map { UInt8(long >> (56 - 8 * $0) & 255) }
                result += bytes[place + 8..<end]
                place = end
            }
            return result
        }

        private func sample() throws -> ByteBlock {
            var settings = EncodeSettings(effort: 2)
            settings.embedded.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            return try encode(
                Scene.photograph(size: PixelSize(width: 70, height: 50)), settings)
        }

        @Test func `a file of long sizes is the picture it is with short ones`() throws {
            let file = try sample()
            let long = lengthened(file)
            #expect(long.count >= file.count + 16)
            let (expected, output) = (try decode(file), try decode(ByteBlock(copying: long)))
            #expect(output.bitmap == expected.bitmap)
            #expect(output.metadata == expected.metadata)
            #expect(output.metadata.exif != nil)
            #expect(try metadata(ByteBlock(copying: long)) == expected.metadata)
        }

        @Test(arguments: [1, 3, 37, 500])
        func `it may arrive in any chunks`(chunk: Int) throws {
            let file = try sample()
            for bytes in [file.array, lengthened(file)] {
                let session = JPEGXLDecoder().makeSession(options: DecodeOptions())
                for start in stride(from: 0, to: bytes.count, by: chunk) {
                    let part = ByteBlock(copying: bytes[start...].prefix(chunk))
                    try part.withSpan { span throws(CodecError) in try session.append(span) }
                }
                #expect(try session.finish().bitmap == decode(file).bitmap)
                #expect(try session.finish().metadata == decode(file).metadata)
            }
        }

        @Test(arguments: [0, 15, 1 << 62, Int.max])
        func `a long size that cannot be is refused`(size: Int) throws {
            var bytes = Array(try sample().array[..<32])
            bytes += [0, 0, 0, 1] + Array("jxlc".utf8)
            bytes += (0..<8).map { UInt8(size >> (56 - 8 * $0) & 255) } + [0xFF, 0x0A, 1, 2, 3]
            #expect(throws: CodecError.self) { try decode(ByteBlock(copying: bytes)) }
        }
    }
#endif
