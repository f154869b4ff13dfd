#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Image sequences whose pictures have several slices, one of which may be missing.
    @Suite struct HEIFSliceTests {
        private func frames(of bytes: [UInt8]) throws -> any FrameProvider {
            let image = EncodedImage(ByteBlock(copying: bytes))
            return try #require(try HEIFDecoder().frames(of: image, options: DecodeOptions()))
        }

        @Test func `pictures of several slices are whole`() throws {
            let bytes = try HEIFSliceFixture.bytes()
            #expect(try HEIFSliceFixture.slices(of: bytes).count == 8)
            let frames = try frames(of: bytes)
            for index in 0..<4 {
                let bitmap = try frames.frame(at: index).bitmap
                for (x, y) in [(4, 4), (60, 8), (30, 64), (50, 120)] {
                    let (red, green) = (20 + 180 * x / 63, 30 + 150 * y / 127)
                    let pixel = bitmap[x, y]
                    #expect(abs(Int(pixel.z) - red) < 10 && abs(Int(pixel.y) - green) < 10)
                    #expect(abs(Int(pixel.x) - 60 - 20 * index) < 10)
                }
            }
        }

        @Test(arguments: 0..<8)
        func `a frame without one of its slices is damaged, and so are those that need it`(
            slice: Int
        ) throws {
            var bytes = try HEIFSliceFixture.bytes()
            // A unit of a reserved type is ignored. libde265 reads the next sample before it returns a
            // picture, so the frame before the damage may be refused, too.
            bytes[try HEIFSliceFixture.slices(of: bytes)[slice]] = 41 << 1
            for index in 0..<4 {
                let frames = try frames(of: bytes)
                if index + 1 < slice / 2 {
                    _ = try frames.frame(at: index)
                } else if index >= slice / 2 {
                    #expect(throws: CodecError.self, "frame \(index)") {
                        try frames.frame(at: index)
                    }
                }
            }
        }
    }
#endif
