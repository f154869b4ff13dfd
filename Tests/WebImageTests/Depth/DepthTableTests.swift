#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// The table of depths in Formats.md, compared with the codecs.
    struct DepthTableTests {
        /// The most bits written by format.
        private func table() throws -> [ImageFormat: Int] {
            let text = try FormatTable.text(
                "Sources/Library/WebImage/WebImage.docc/Extending/Formats.md")
            let part = try #require(
                text.split(separator: "## Depth").last?.split(separator: "\n## ").first)
            var rows: [ImageFormat: Int] = [:]
            for line in part.split(separator: "\n") where line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { cell in
                    cell.filter { !" `".contains($0) }
                }
                rows[ImageFormat(rawValue: cells[0])] = Int(cells[2])
            }
            return rows
        }

        private let deep: Bitmap = {
            var bitmap = Bitmap(
                size: PixelSize(width: 64, height: 64), as: .rgba16, isOpaque: true)
            for y in 0..<64 {
                for x in 0..<64 {
                    bitmap[deep: x, y] = SIMD4(
                        UInt16(x * 1000 + y), UInt16(y * 1000 + x), UInt16(x * y * 15), 65535)
                }
            }
            return bitmap
        }()

        @Test(arguments: CodecList.installed.encoders.map(\.format))
        func `a format has the bits that the table says`(format: ImageFormat) throws {
            let (rows, codecs) = (try table(), CodecList.installed)
            #expect(rows.count == 5)
            let encoder = try codecs.encoder(for: format)
            #expect((rows[format] != nil) == encoder.sampleFormats.contains(.rgba16))
            guard let most = rows[format] else { return }
            let bytes = try encoder.encode(deep, settings: EncodeSettings(quality: 95))
            var file = EncodedImage(bytes)
            file.format = format
            #expect(FileContent(of: file)[.bitDepth] == most)
            var options = DecodeOptions()
            options.pixelDepth = .asStored
            let decoder = try codecs.decoder(for: format)
            let output = try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: options)
            }
            #expect(output.bitmap.sampleFormat == .rgba16)
            #expect(output.bitmap.significantBits == most)
            let demand = bytes.withSpan { decoder.memoryDemand(of: $0, options: options) }
            #expect(demand?.sampleFormat == .rgba16)
            for (found, wanted) in zip(output.bitmap.samples, deep.samples) {
                let difference = found - wanted
                #expect(max(difference.max(), -difference.min()) < 0.09)
            }
        }
    }
#endif
