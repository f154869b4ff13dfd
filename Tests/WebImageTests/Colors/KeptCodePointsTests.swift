#if Color && JPEG && PNG && AVIF && HEIF
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Colours by code points, which pictures keep as a profile.
    struct KeptCodePointsTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        @Test(arguments: [(UInt8(12), UInt8(13)), (9, 13), (12, 8), (9, 16)])
        func `code points are kept as a profile that says the same`(
            primaries: UInt8, transfer: UInt8
        ) async throws {
            let picture = Scene.photograph(size: PixelSize(width: 48, height: 32))
            let file = try file(picture, primaries, transfer)
            let (kept, shown) = (try await load(file), try await load(file, keeps: false))
            #expect(kept.poster.colorSpace == .embedded && shown.poster.colorSpace == .sRGB)
            #expect(shown.metadata.profile == nil && kept.metadata.profile != nil)
            // Curves of 8 bits are left alone.
            if transfer == 13 { #expect(difference(kept.poster, picture) <= 1) }
            for format in [ImageFormat.png, .jpeg, .avif, .heic] {
                let settings = EncodeSettings(quality: 95, chroma: ChromaSubsampling.none)
                let copy = try await pipeline.encode(kept, as: format, settings: settings)
                let again = try await load(copy)
                #expect(again.metadata.profile == kept.metadata.profile)
                let name = again.metadata.profileDescription
                #expect(name == (primaries == 12 ? "Display P3" : "BT.2020"))
                let other = try await load(copy, keeps: false)
                #expect(difference(other.poster, shown.poster) < (format == .png ? 0.5 : 4))
                guard format == .png else { continue }
                let chunks = chunkNames(copy)
                #expect(chunks.contains("iCCP") && !chunks.contains("sRGB"))
            }
        }

        /// Returns a lossless AVIF whose box states other code points.
        private func file(
            _ picture: Bitmap, _ primaries: UInt8, _ transfer: UInt8
        ) throws -> ByteBlock {
            var bytes = try CodecList.installed.encoder(for: .avif)
                .encode(picture, settings: EncodeSettings(isLossless: true))
                .withUnsafeBytes { Array($0) }
            let letters = Array("nclx".utf8)
            let place = try #require(
                bytes.indices.first { bytes[$0...].prefix(4).elementsEqual(letters) })
            bytes.replaceSubrange(place + 4..<place + 8, with: [0, primaries, 0, transfer])
            return ByteBlock(copying: bytes)
        }

        private func load(_ bytes: ByteBlock, keeps: Bool = true) async throws -> DecodedImage {
            var request = ImageRequest(ImageSource.data(bytes))
            request.memoryCaching = .off
            request.colorProfile = keeps ? .keep : .sRGB
            return try await pipeline.image(for: request).image
        }

        /// Returns the mean difference of the values of two pictures.
        private func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
            ImageComparison(one, other).mean
        }

        /// Returns the names of the chunks of a PNG.
        private func chunkNames(_ file: ByteBlock) -> [String] {
            file.withUnsafeBytes { bytes in
                var (names, place): ([String], Int) = ([], 8)
                while place + 8 <= bytes.count {
                    names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
                    let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                    place += length + 12
                }
                return names
            }
        }
    }
#endif
