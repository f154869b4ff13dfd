#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import Testing
    import WebImage

    /// Files of all formats with stated colours, through the pipeline, against `ReferenceColors`.
    ///
    /// Three levels of 255 are allowed. More is needed by lossy files, whose chroma is rounded,
    /// which the conversion to sRGB enlarges.
    struct ColorTableTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        @Test func `the table has sixty rows of all formats with colours`() {
            #expect(ColorTable.all.count >= 60)
            let formats: Set<ImageFormat> = [
                .png, .apng, .jpeg, .webp, .tiff, .avif, .heic, .jxl,
            ]
            #expect(Set(ColorTable.all.map(\.format)) == formats)
            #expect(Set(ColorTable.all.map(\.name)).count == ColorTable.all.count)
        }

        @Test(arguments: ColorTable.all)
        func `colours are those of the standards`(row: ColorCase) async throws {
            try await expect(row) { _ in }
        }

        @Test(arguments: ColorTable.all)
        func `colours of a reduced picture are the same`(row: ColorCase) async throws {
            try await expect(row) { $0.targetSize = PixelSize(width: 8, height: 8) }
        }

        @Test(arguments: ColorTable.all)
        func `a kept profile says the same colours`(row: ColorCase) async throws {
            var request = try request(row)
            request.colorProfile = .keep
            var picture = try await pipeline.image(for: request).image
            let format = ImageFormat.png
            let file = try await pipeline.encode(picture, as: format)
            picture = try await pipeline.image(for: ImageRequest(ImageSource.data(file))).image
            try compare(picture.poster, row)
        }

        @Test(arguments: ColorTable.all.filter { $0.format == .apng })
        func `further frames of an animation have the colours of the first`(
            row: ColorCase
        ) async throws {
            let image = try await pipeline.image(for: try request(row)).image
            let frames = try #require(image.frames)
            try compare(try frames.frame(at: 1).bitmap, row)
        }

        /// Writes the files and a list of them for `scripts/parts/chromium-colors`.
        @Test(.enabled(if: ProcessInfo.processInfo.environment["WEBIMAGE_COLOR_FILES"] != nil))
        func `the files are written for another program`() throws {
            let path = ProcessInfo.processInfo.environment["WEBIMAGE_COLOR_FILES"] ?? ""
            let folder = URL(fileURLWithPath: path)
            var list = ""
            for (index, row) in ColorTable.all.enumerated() {
                let name = "\(index).\(row.format.rawValue)"
                try Data(row.file()).write(to: folder.appending(path: name))
                let levels = row.expected.map(String.init).joined(separator: " ")
                list += "\(name)\t\(row.name)\t\(levels)\n"
            }
            try list.write(
                to: folder.appending(path: "list.tsv"), atomically: true, encoding: .utf8)
        }

        private func request(_ row: ColorCase) throws -> ImageRequest {
            var request = ImageRequest(ImageSource.data(ByteBlock(copying: try row.file())))
            request.memoryCaching = .off
            return request
        }

        private func expect(
            _ row: ColorCase, _ change: (inout ImageRequest) -> Void
        ) async throws {
            var request = try request(row)
            change(&request)
            try compare(try await pipeline.image(for: request).image.poster, row)
        }

        private func compare(_ bitmap: Bitmap, _ row: ColorCase) throws {
            #expect(bitmap.colorSpace == (row.isConverted ? .sRGB : .embedded))
            let pixel = bitmap[bitmap.size.width / 2, bitmap.size.height / 2]
            let found = [Int(pixel.z), Int(pixel.y), Int(pixel.x), Int(pixel.w)]
            let levels = row.expected
            let alpha = Double(levels[3]) / 255
            let expected =
                levels[..<3].map { Int((Double($0) * alpha).rounded()) } + [levels[3]]
            let isClose = zip(found, expected).allSatisfy { abs($0 - $1) <= row.tolerance }
            #expect(isClose, "\(row.name): \(found), by the formulas \(expected)")
        }
    }
#endif
