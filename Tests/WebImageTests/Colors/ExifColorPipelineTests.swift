#if Color && PNG && JPEG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import TestSupport
    import Testing
    import WebImage

    /// Colours that only EXIF states, through the pipeline; `ColorTable` has their values.
    struct ExifColorPipelineTests {
        private static let formats: [ImageFormat] = [.jpeg, .webp, .tiff]
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func file(_ format: ImageFormat, _ exif: ExifOfColors) throws -> ByteBlock {
            var settings = EncodeSettings(
                quality: 100, isLossless: true, chroma: ChromaSubsampling.none)
            settings.embedded.exif = exif.bytes
            return try CodecList.installed.encoder(for: format)
                .encode(MediaFile.bitmap(ColorCase.green, 1), settings: settings)
        }

        private let adobe = ExifOfColors(space: 0xFFFF, "R03")

        private func load(
            _ file: ByteBlock, _ change: (inout ImageRequest) -> Void = { _ in }
        ) async throws -> ImageResponse {
            var request = ImageRequest(ImageSource.data(file))
            request.memoryCaching = .off
            change(&request)
            return try await pipeline.image(for: request)
        }

        @Test(arguments: formats)
        func `info names Adobe RGB, also from the first bytes`(format: ImageFormat) async throws {
            let file = try file(format, adobe)
            let info = try await pipeline.info(for: ImageRequest(ImageSource.data(file)))
            #expect(info.metadata.profileDescription == "Adobe RGB (1998)")
            let none = try self.file(format, ExifOfColors(space: 0xFFFF))
            let plain = try await pipeline.info(for: ImageRequest(ImageSource.data(none)))
            #expect(plain.metadata.profileDescription == nil)
        }

        @Test func `the first bytes of a JPEG state the colours of the whole`() throws {
            let file = try file(.jpeg, adobe)
            let decoder = try CodecList.installed.decoder(for: .jpeg)
            let whole = file.withSpan { decoder.color(of: $0) }
            #expect(whole.profile != nil)
            let scan = file.withUnsafeBytes { bytes in
                (0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA } ?? 0
            }
            for count in [scan + 20, scan + 40, file.count] {
                let end = min(count, file.count)
                #expect(file.withSpan { decoder.color(of: $0.extracting(0..<end)) } == whole)
            }
        }

        @Test(arguments: [ImageFormat.jpeg, .webp])
        func `an arriving picture has the colours of a whole one`(format: ImageFormat) throws {
            let file = try file(format, adobe)
            let decoder = try CodecList.installed.decoder(for: format)
            let whole = try file.withSpan { bytes throws(CodecError) in
                try decoder.decode(bytes, options: DecodeOptions())
            }
            let session = try #require(decoder as? any IncrementalImageDecoder)
                .makeSession(options: DecodeOptions())
            try file.withSpan { bytes throws(CodecError) in
                for start in stride(from: 0, to: bytes.byteCount, by: 50) {
                    let end = min(start + 50, bytes.byteCount)
                    try session.append(bytes.extracting(start..<end))
                }
            }
            let output = try session.finish()
            #expect(output.color == whole.color && output.color.profile != nil)
            #expect(output.bitmap == whole.bitmap && output.bitmap.colorSpace == .embedded)
        }

        @Test func `frames of a WebP animation have the colours of its EXIF`() async throws {
            let bitmaps = [ColorCase.green, ColorCase.blue].map { MediaFile.bitmap($0, 1) }
            let frames = bitmaps.map { ImageFrame(bitmap: $0, duration: .milliseconds(100)) }
            var settings = EncodeSettings(isLossless: true)
            settings.embedded.exif = adobe.bytes
            let file = try await pipeline.encode(
                DecodedImage(frames: frames), as: .webp, settings: settings)
            let image = try await load(file).image
            let shown = try #require(image.frames).frame(at: 1).bitmap[9, 9]
            let plain = try CodecList.installed.encoder(for: .webp)
                .encode(bitmaps[1], settings: settings)
            let still = try await load(plain).image.poster[9, 9]
            #expect(shown == still && shown != bitmaps[1][9, 9])
        }

        @Test(arguments: formats)
        func `a converted picture with kept metadata says sRGB`(format: ImageFormat) async throws {
            let first = try await load(file(format, adobe))
            let settings = EncodeSettings(
                quality: 100, isLossless: true, chroma: ChromaSubsampling.none, metadata: .keep)
            let copy = try await pipeline.encode(first.image, as: format, settings: settings)
            let second = try await load(copy)
            #expect(second.image.metadata.exif != nil)
            #expect(second.image.metadata.profileDescription == nil)
            let (one, other) = (first.image.poster[9, 9], second.image.poster[9, 9])
            for channel in 0..<4 { #expect(abs(Int(one[channel]) - Int(other[channel])) <= 2) }
        }

        @Test(arguments: formats)
        func `a picture whose metadata goes keeps its colours`(format: ImageFormat) async throws {
            let file = try file(format, adobe)
            let first = try await load(file) { $0.keepsEncodedBytes = true }
            let copy = try await pipeline.encode(
                first, as: format, settings: EncodeSettings(quality: 100, metadata: .drop))
            let second = try await load(copy)
            let (one, other) = (first.image.poster[9, 9], second.image.poster[9, 9])
            for channel in 0..<4 { #expect(abs(Int(one[channel]) - Int(other[channel])) <= 2) }
        }
    }
#endif
