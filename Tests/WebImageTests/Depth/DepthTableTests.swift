#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// The table of depths in Formats.md, compared with the codecs.
    struct DepthTableTests {
        /// The last cells of a section's table by format.
        private func table(_ section: String) throws -> [ImageFormat: String] {
            let text = try FormatTable.text(
                "Sources/Library/WebImage/WebImage.docc/Extending/Formats.md")
            let part = try #require(
                text.split(separator: "\n## \(section)\n").last?.split(separator: "\n## ").first)
            var rows: [ImageFormat: String] = [:]
            for line in part.split(separator: "\n") where line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { cell in
                    cell.filter { !" `".contains($0) }
                }
                rows[ImageFormat(rawValue: cells[0])] = cells[2]
            }
            return rows
        }

        @Test(arguments: CodecList.installed.encoders.map(\.format))
        func `light above white has the forms that the table says`(
            format: ImageFormat
        ) async throws {
            let forms = try table("HDR")[format]?.split(separator: ",").map(String.init) ?? []
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            var light = Bitmap(
                size: PixelSize(width: 16, height: 16), as: .rgbaHalf, isOpaque: true)
            for x in 0..<16 {
                for y in 0..<16 { light[light: x, y] = SIMD4(4, Float(x) / 4, 1, 1) }
            }
            light.headroom = 4
            for curve in [LightCurve?.none] + LightCurve.allCases {
                var settings = EncodeSettings(quality: 95)
                settings.lightCurve = curve
                let file = try await pipeline.encode(
                    DecodedImage(poster: light), as: format, settings: settings)
                let info = try await pipeline.info(for: ImageSource.data(file)).metadata
                var request = ImageRequest(ImageSource.data(file))
                request.pixelDepth = .hdr
                let found = try await pipeline.image(for: request).image.poster
                #expect((found.sampleFormat == .rgbaHalf) == !forms.isEmpty, "\(curve as Any)")
                guard let usual = forms.first else { continue }
                #expect(abs(found[light: 8, 8].x - 4) < 0.4, "\(curve as Any)")
                // A form that the format lacks is replaced by its usual one.
                let form = forms.first { $0 == curve?.rawValue } ?? usual
                #expect((info.gainMap != nil) == (form == "gain-map"), "\(curve as Any)")
            }
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
            let rows = try table("Depth").compactMapValues { Int($0) }
            let codecs = CodecList.installed
            #expect(rows.count == 6)
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
