#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct APNGEncodeTests {
        @Test(arguments: [false, true])
        func `an animation comes back exactly`(isInterlaced: Bool) throws {
            let source = ListedFrames(animation().composed, loopCount: 4)
            let bytes = try APNGEncoder().encode(
                source, settings: EncodeSettings(isProgressive: isInterlaced))
            #expect(bytes.withSpan { ImageFormat(signatureOf: $0) } == .apng)
            let provider = try #require(try frames(of: bytes))
            #expect(provider.count == source.count && provider.loopCount == 4)
            #expect(provider.rawDurations == source.rawDurations)
            for index in 0..<source.count {
                #expect(try provider.frame(at: index).bitmap == source.bitmaps[index])
            }
            #expect(try decode(bytes).bitmap == source.bitmaps[0])
        }

        @Test func `a frame stores the rectangle that changes`() throws {
            let first = scene(40, 40, .color)
            var second = first
            second[10, 20] = SIMD4(1, 2, 3, 255)
            second[14, 23] = SIMD4(1, 2, 3, 128)
            let bytes = try APNGEncoder().encode(
                ListedFrames([first, second, second]), settings: EncodeSettings()
            ).array
            #expect(rects(in: bytes) == [[40, 40, 0, 0], [5, 4, 10, 20], [1, 1, 0, 0]])
        }

        @Test func `opaque changes are laid over what stays`() throws {
            let first = scene(60, 60, .color)
            var second = first
            for spot in 0..<10 { second[spot * 6, spot * 6] = SIMD4(9, 9, 9, 255) }
            var third = second
            third[0, 0] = SIMD4(9, 9, 9, 100)
            third[59, 59] = SIMD4(0, 0, 0, 0)
            let source = ListedFrames([first, second, third])
            let bytes = try APNGEncoder().encode(source, settings: EncodeSettings())
            #expect(blends(in: bytes.array) == [0, 1, 0])
            #expect(try frames(of: bytes)?.frame(at: 2).bitmap == third)
        }

        @Test(arguments: [
            (Duration.milliseconds(1), 1), (.milliseconds(65_535), 65_535), (.zero, 0),
            (.seconds(70), 70_000), (.seconds(1000), 1_000_000), (.seconds(60_000), 60_000_000),
            (.milliseconds(33) + .microseconds(333), 33), (.seconds(100_000), 65_535_000),
        ])
        func `durations are whole milliseconds`(duration: Duration, milliseconds: Int) throws {
            var source = ListedFrames([scene(2, 2), scene(2, 2, .color)])
            source = ListedFrames(source.bitmaps, durations: [duration, .milliseconds(20)])
            let bytes = try APNGEncoder().encode(source, settings: EncodeSettings())
            #expect(try metadata(bytes).durations[0] == .milliseconds(milliseconds))
        }

        @Test func `metadata stands once, before the frames`() throws {
            let embedded = EmbeddedMetadata(
                exif: exif(orientation: 1), density: PixelDensity(x: 72, y: 72))
            let bytes = try APNGEncoder().encode(
                ListedFrames([scene(4, 4), scene(4, 4, .gray)]),
                settings: EncodeSettings(embedded: embedded))
            #expect(bytes.chunkNames.filter { $0 == "eXIf" || $0 == "pHYs" }.count == 2)
            #expect(try metadata(bytes).exif == exif(orientation: 1))
        }

        @Test func `a picture alone becomes a still`() throws {
            let picture = scene(8, 8)
            let bytes = try APNGEncoder().encode(picture, settings: EncodeSettings())
            #expect(try decode(bytes).bitmap == picture)
            #expect(APNGEncoder().format == .apng)
        }

        @Test func `a frame that cannot be made is the error`() throws {
            let builder = animation()
            var bytes = builder.bytes
            let last = try #require(bytes.lastIndex(of: UInt8(ascii: "d")))
            bytes[last + 8] ^= 0xFF
            let provider = try #require(try frames(of: ByteBlock(copying: bytes)))
            #expect(throws: CodecError.self) {
                try APNGEncoder().encode(provider, settings: EncodeSettings())
            }
        }

        private func controls(in bytes: [UInt8]) -> [[UInt8]] {
            bytes.indices.filter { bytes[$0...].starts(with: Array("fcTL".utf8)) }
                .map { Array(bytes[$0 + 4..<$0 + 30]) }
        }

        private func rects(in bytes: [UInt8]) -> [[Int]] {
            controls(in: bytes).map { control in
                stride(from: 4, to: 20, by: 4).map { at in
                    control[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
                }
            }
        }

        private func blends(in bytes: [UInt8]) -> [UInt8] { controls(in: bytes).map { $0[25] } }
    }
#endif
