#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGHeaderTests {
        @Test(arguments: Orientation.allCases)
        func `the orientation is told and not applied`(orientation: Orientation) throws {
            let stored = PixelSize(width: 24, height: 16)
            let bytes = try encode(scene(24, 16)).inserting(
                marker: 0xE1, exif(orientation: UInt8(orientation.rawValue)))
            let output = try decode(bytes)
            #expect(output.metadata.orientation == orientation)
            #expect(output.metadata.size == orientation.upright(stored))
            #expect(output.bitmap.size == stored)
            #expect(try metadata(bytes) == output.metadata)
        }

        @Test func `metadata need the header only`() throws {
            let whole = try encode(scene(40, 30)).array
            let scan = try #require(
                whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDA]) })
            let header = ByteBlock(copying: whole.prefix(scan + 14))
            let metadata = try metadata(header)
            #expect(metadata.size == PixelSize(width: 40, height: 30))
            #expect(metadata.frameCount == 1 && metadata.durations.isEmpty && !metadata.hasAlpha)
            #expect(metadata.loopCount == nil && metadata.profileDescription == nil)
        }

        @Test func `a profile is put together in the order of its numbers`() throws {
            let profile = (0..<300).map { UInt8($0 % 251) }
            var bytes = try encode(scene(16, 16))
            for (number, part) in [
                (1, profile[..<100]), (3, profile[200...]), (2, profile[100..<200]),
            ] {
                bytes = bytes.inserting(marker: 0xE2, profileSegment(number, of: 3, Array(part)))
            }
            let output = try decode(bytes)
            #expect(output.color.profile == ByteBlock(copying: profile))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(
                bytes.withSpan { JPEGDecoder().color(of: $0).profile }
                    == ByteBlock(copying: profile))
        }

        @Test(arguments: [[1], [1, 1], [2, 3], [0, 1, 2]])
        func `a profile whose segments do not fit is left out`(numbers: [Int]) throws {
            var bytes = try encode(scene(16, 16))
            for number in numbers {
                bytes = bytes.inserting(marker: 0xE2, profileSegment(number, of: 2, [1, 2, 3]))
            }
            let output = try decode(bytes)
            #expect(output.color.profile == nil)
            #expect(output.bitmap.colorSpace == .sRGB)
        }

        /// Expects libjpeg's CMYK of YCCK: RGB inverted, black as it is; Adobe stores all four
        /// inverted.
        @Test(arguments: [
            (InkFile(samples: [200, 100, 50, 25], adobeTransform: nil), [55, 155, 205, 230]),
            (InkFile(samples: [200, 100, 50, 25], adobeTransform: 0), [55, 155, 205, 230]),
            (InkFile(samples: [55, 128, 128, 25], adobeTransform: 2), [55, 55, 55, 230]),
        ])
        func `four inks are told as amounts of ink`(file: InkFile, inks: [Int]) throws {
            let bitmap = try decode(file.bytes).bitmap
            #expect(bitmap.colorSpace == .cmyk)
            let pixel = bitmap[3, 4]
            #expect((0..<4).map { Int(pixel[$0]) } == inks)
        }
    }
#endif
