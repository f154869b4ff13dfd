#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGEncodeTests {
        @Test(arguments: [false, true], [ChromaSubsampling.automatic, .none, .horizontal, .both])
        func `quality 80 keeps what a photograph shows`(
            isProgressive: Bool, chroma: ChromaSubsampling
        ) throws {
            let picture = Scene.photograph(size: PixelSize(width: 160, height: 120))
            let bytes = try encode(
                picture, EncodeSettings(quality: 80, isProgressive: isProgressive, chroma: chroma))
            #expect(try ImageComparison(decode(bytes).bitmap, picture).ssim >= 0.95)
        }

        @Test(arguments: [
            (ChromaSubsampling.none, UInt8(0x11)), (.horizontal, 0x21), (.both, 0x22),
        ])
        func `colour is stored as coarsely as the settings say`(
            chroma: ChromaSubsampling, sampling: UInt8
        ) throws {
            for quality in [50, 95] {
                let frame = try frame(
                    of: encode(
                        scene(16, 16), EncodeSettings(quality: quality, chroma: chroma)))
                #expect(frame[9] == 3 && frame[11] == sampling)
            }
        }

        @Test(arguments: [false, true])
        func `a picture without colour is stored as brightness`(isTransparent: Bool) throws {
            var picture = Bitmap(size: PixelSize(width: 20, height: 9), isOpaque: !isTransparent)
            for y in 0..<9 {
                for x in 0..<20 {
                    let level = UInt8(x * 12)
                    picture[x, y] = SIMD4(level, level, level, isTransparent ? 240 : 255)
                }
            }
            let settings = EncodeSettings(quality: 100)
            let bytes = try encode(picture, settings)
            #expect(try frame(of: bytes)[9] == 1)
            let matte = isTransparent ? 15 : 0
            #expect(try abs(Int(decode(bytes).bitmap[10, 4][1]) - 120 - matte) <= 2)
            picture[19, 8] = SIMD4(10, 10, 11, 255)
            #expect(try frame(of: encode(picture, settings))[9] == 3)
        }

        @Test func `a coloured matte brings colour into a grey picture`() throws {
            let picture = Bitmap(size: PixelSize(width: 8, height: 8))
            let settings = EncodeSettings(quality: 100, matte: SIMD3(0, 0, 250))
            let bytes = try encode(picture, settings)
            #expect(try frame(of: bytes)[9] == 3)
            #expect(try decode(bytes).bitmap[3, 3][2] > 240)
        }

        @Test func `from effort 5 on files are smaller and show the same`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 160, height: 120))
            let files = try [4, 5, nil].map {
                try encode(picture, EncodeSettings(effort: $0))
            }
            #expect(files[1].count < files[0].count)
            #expect(files[2] == files[1])
            #expect(try decode(files[0]).bitmap == decode(files[1]).bitmap)
        }

        @Test func `no profile is written, as the pixels are sRGB`() throws {
            #expect(try decode(encode(scene(16, 16))).color.profile == nil)
        }

        @Test func `four inks are refused`() {
            let inks = Bitmap(
                size: PixelSize(width: 8, height: 8), colorSpace: .cmyk, isOpaque: true)
            #expect {
                try encode(inks)
            } throws: { error in
                if case CodecError.encoding(.jpeg, _) = error { true } else { false }
            }
        }

        @Test func `a cancelled task stops encoding`() async {
            let picture = scene(16, 16)
            let task = Task { () -> CodecError? in
                withUnsafeCurrentTask { $0?.cancel() }
                do throws(CodecError) { _ = try encode(picture) } catch { return error }
                return nil
            }
            #expect(await task.value == .cancelled)
        }

        /// Returns the frame's segment, from its marker on.
        private func frame(of file: ByteBlock) throws -> ArraySlice<UInt8> {
            let bytes = file.array
            let start = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            return ArraySlice(Array(bytes[start...]))
        }
    }
#endif
