#if JPEG
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// Colours that EXIF states in files without a profile.
    struct JPEGColorTests {
        /// A block whose `ColorSpace` is Adobe RGB.
        private static let adobeRGB: [UInt8] =
            Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0]
            + [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
            + [1, 0, 0x01, 0xA0, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]

        private func color(_ file: ByteBlock) throws -> ColorDescription {
            let color = file.withSpan { JPEGDecoder().color(of: $0) }
            #expect(try decode(file).color == color)
            return color
        }

        @Test func `EXIF states Adobe RGB, unless there is a profile`() throws {
            let file = try encode(scene(16, 16))
            #expect(try color(file) == .sRGB)
            let stated = file.inserting(marker: 0xE1, Self.adobeRGB)
            #expect(try color(stated) == .adobeRGB)
            #expect(try decode(stated).bitmap.colorSpace == .embedded)
            let profile = Array("ICC_PROFILE\0".utf8) + [1, 1, 7, 7]
            let both = stated.inserting(marker: 0xE2, profile)
            #expect(try color(both).profile == ByteBlock(copying: [7, 7]))
        }

        @Test func `greys have the curve of Adobe RGB, inks no colours of EXIF`() throws {
            var grey = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
            grey.fill(PixelRect(x: 0, y: 0, size: grey.size), with: SIMD4(60, 60, 60, 255))
            let file = try encode(grey).inserting(marker: 0xE1, Self.adobeRGB)
            #expect(try color(file) == .adobeRGB)
            let inks = InkFile(samples: [200, 100, 50, 25], adobeTransform: 0).bytes
                .inserting(marker: 0xE1, Self.adobeRGB)
            #expect(try color(inks) == .sRGB)
            #expect(try decode(inks).bitmap.colorSpace == .cmyk)
        }
    }
#endif
