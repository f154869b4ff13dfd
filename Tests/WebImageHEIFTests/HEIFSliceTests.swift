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
            // A unit of a reserved type is ignored.
            bytes[try HEIFSliceFixture.slices(of: bytes)[slice]] = 41 << 1
            let whole = try frames(of: HEIFSliceFixture.bytes())
            for index in 0..<4 {
                let frames = try frames(of: bytes)
                if index < slice / 2 {
                    #expect(
                        try frames.frame(at: index).bitmap == whole.frame(at: index).bitmap)
                } else {
                    #expect(throws: CodecError.self, "frame \(index)") {
                        try frames.frame(at: index)
                    }
                }
            }
        }

        @Test(arguments: 0..<8)
        func `playing shows every frame before the damaged one`(slice: Int) throws {
            var bytes = try HEIFSliceFixture.bytes()
            bytes[try HEIFSliceFixture.slices(of: bytes)[slice]] = 41 << 1
            let frames = try frames(of: bytes)
            for index in 0..<slice / 2 { _ = try frames.frame(at: index) }
            #expect(throws: CodecError.self) { try frames.frame(at: slice / 2) }
            // The decoder begins anew after an error.
            if slice >= 2 { _ = try frames.frame(at: 0) }
        }

        @Test func `frames that are decoded after later ones are shown up to the damage`() throws {
            // The frames of the first 12 samples, in the order of decoding.
            let order = [0, 4, 2, 1, 3, 8, 6, 5, 7, 10, 9, 11]
            let whole = try frames(of: HEIFSequenceFixture.moving())
            for (sample, damaged) in order.enumerated() {
                var bytes = try HEIFSequenceFixture.moving()
                bytes[try HEIFSliceFixture.slices(of: bytes)[sample]] = 41 << 1
                let frames = try frames(of: bytes)
                for index in 0..<12 {
                    let expected = try whole.frame(at: index).bitmap
                    if order[..<sample].contains(index) && index < damaged {
                        #expect(try frames.frame(at: index).bitmap == expected)
                    } else if index == damaged {
                        #expect(throws: CodecError.self) { try frames.frame(at: index) }
                    } else if let found = try? frames.frame(at: index).bitmap {
                        // It needs no damaged frame.
                        #expect(found == expected, "frame \(index) without \(damaged)")
                    }
                }
                _ = try frames.frame(at: 12)
            }
        }
    }
#endif
