#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import TestSupport
    import Testing
    import WebImage

    /// The table of what survives in Formats.md, compared with the files that are written.
    struct LossTableTests {
        /// The formats of a row's last two cells.
        private typealias Row = (sources: Set<ImageFormat>, keeping: Set<ImageFormat>)

        /// The files that no encoder and no free file of the corpus gives.
        private static let missing: [Loss.Kind: Set<ImageFormat>] = [
            .gainMap: [.heic], .depthMaps: [.avif, .heic], .frames: [.heic],
        ]
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func row(_ kind: Loss.Kind) throws -> Row {
            let text = try FormatTable.text(
                "Sources/Library/WebImage/WebImage.docc/Extending/Formats.md")
            let line = text.split(separator: "\n").first { $0.hasPrefix("| `\(kind.rawValue)` |") }
            let cells = try #require(line, "no row \(kind)").split(separator: "|")
            func formats(_ cell: Substring) -> Set<ImageFormat> {
                Set(
                    cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
                        .map { ImageFormat(rawValue: String($0.element)) })
            }
            return (formats(cells[2]), formats(cells[3]))
        }

        private func file(
            _ bytes: [UInt8], _ kind: Loss.Kind, as format: ImageFormat,
            _ change: (inout ImageRequest) -> Void = { _ in },
            settings: EncodeSettings = EncodeSettings()
        ) async throws -> ImageFile {
            var request = ImageRequest(ImageSource.data(ByteBlock(copying: bytes)))
            request.memoryCaching = .off
            if kind == .profile { request.colorProfile = .keep }
            if kind == .bitDepth { request.pixelDepth = .asStored }
            if kind == .light { request.pixelDepth = .hdr }
            change(&request)
            return try await pipeline.file(for: request, as: format, settings: settings)
        }

        @Test(arguments: Loss.Kind.allCases)
        func `what an encoded file keeps is what the table says`(kind: Loss.Kind) async throws {
            let (row, files) = (try row(kind), try LossFixtures.files(kind))
            if Corpus.isAvailable {
                #expect(row.sources == Set(files.keys).union(Self.missing[kind] ?? []))
            }
            for (source, bytes) in files {
                for target in CodecList.installed.encoders.map(\.format) {
                    let file = try await file(bytes, kind, as: target) {
                        $0.targetSize = PixelSize(width: 8, height: 0)
                        // Of animations in JPEG XL no profile is read.
                        $0.firstFrameOnly = kind == .profile
                    }
                    let isLost = file.dropped.contains { $0.kind == kind }
                    let isKept =
                        row.keeping.contains(target)
                        && (kind != .bitDepth || Self.fits(bytes, source, target))
                    #expect(isLost != isKept, "\(source) to \(target)")
                }
            }
        }

        /// Returns `true` if a format has the bits of a file; most animations have 8.
        private static func fits(
            _ bytes: [UInt8], _ source: ImageFormat, _ target: ImageFormat
        ) -> Bool {
            var file = EncodedImage(ByteBlock(copying: bytes))
            file.format = source
            let bits = FileContent(of: file)[.bitDepth]
            let most = [ImageFormat.avif: 12, .heic: 10][target] ?? 16
            let frames = CodecList.installed.animatedEncoder(for: target)?.frameSampleFormats
            let isDeep = source != .apng || frames?.contains(.rgba16) ?? true
            return bits <= (isDeep ? most : 8)
        }

        @Test(arguments: Loss.Kind.allCases)
        func `a copy keeps all`(kind: Loss.Kind) async throws {
            for (format, bytes) in try LossFixtures.files(kind) {
                let file = try await file(bytes, kind, as: format)
                #expect(file.bytes.withUnsafeBytes { Array($0) } == bytes, "\(format)")
                #expect(file.dropped.isEmpty)
            }
        }

        @Test func `what the request leaves out is not lost`() async throws {
            let gif = try #require(try LossFixtures.files(.frames)[.gif])
            #expect(
                try await file(gif, .frames, as: .png).dropped
                    == [Loss(.frames, from: 2, to: 1)])
            let still = try await file(gif, .frames, as: .png, { $0.firstFrameOnly = true })
            #expect(still.dropped.isEmpty)
            for target in [ImageFormat.gif, .png] {
                for isAsked in [true, false] {
                    let trimmed = try await file(gif, .frames, as: target) {
                        ($0.transforms, $0.firstFrameOnly) = ([.trim()], isAsked)
                    }
                    #expect(
                        trimmed.dropped == (isAsked ? [] : [Loss(.frames, from: 2, to: 1)]))
                }
            }
            let tiff = try #require(try LossFixtures.files(.pages)[.tiff])
            for page in 0...1 {
                let file = try await file(tiff, .pages, as: .png, { $0.page = page })
                #expect(file.dropped.isEmpty)
            }
            let jpeg = try #require(try LossFixtures.files(.gainMap)[.jpeg])
            var settings = EncodeSettings()
            settings.gainMap = .drop
            #expect(try await file(jpeg, .gainMap, as: .png, settings: settings).dropped.isEmpty)
            let wide = try #require(try LossFixtures.files(.profile)[.jpeg])
            let plain = try await file(wide, .profile, as: .gif, { $0.colorProfile = .sRGB })
            #expect(plain.dropped.isEmpty)
        }
    }
#endif
