#if Color && PNG && AVIF && TIFF
    import TestSupport
    import Testing
    import WebImage

    /// Inks of 16 bits, and bits that PNG states, from files to files.
    struct InkDepthTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)
        private let size = PixelSize(width: 50, height: 40)

        private func file(profile: [UInt8] = []) -> ByteBlock {
            ByteBlock(copying: InkTIFF(size, profile: profile) { Self.inks($0, $1) }.bytes)
        }

        private static func inks(_ x: Int, _ y: Int) -> SIMD4<UInt16> {
            SIMD4(
                UInt16(x * 1300 + y), UInt16(y * 1600 + x), UInt16(x * y * 30), UInt16(x * 7 + y))
        }

        private func request(
            _ bytes: ByteBlock, _ depth: PixelDepth = .asStored
        ) -> ImageRequest {
            var request = ImageRequest(ImageSource.data(bytes))
            request.pixelDepth = depth
            return request
        }

        @Test(arguments: [PixelDepth.asStored, .hdr])
        func `inks without a profile keep more than 8 bits in a file`(
            depth: PixelDepth
        ) async throws {
            let made = try await pipeline.file(for: request(file(), depth), as: .png)
            #expect(made.bytes.array[24] == 16 && made.dropped.isEmpty)
            let shown = try await pipeline.image(for: request(made.bytes)).image.poster
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let inks = Self.inks(x, y)
                    for ink in 0..<3 {
                        let light = Double(~inks[ink]) * Double(~inks.w) / 65535
                        #expect(shown[deep: x, y][ink] == UInt16(light.rounded()))
                    }
                }
            }
            let eight = try await pipeline.image(for: request(file(), .eight)).image.poster
            #expect(eight.sampleFormat == .bgra8)
            for (deep, eight) in zip(shown.samples, eight.samples) {
                let difference = deep - eight
                #expect(max(difference.max(), -difference.min()) < 1.6 / 255)
            }
        }

        @Test(arguments: [ResampleFilter.lanczos, .bilinear])
        func `inks are scaled before they become colours`(filter: ResampleFilter) async throws {
            var wanted = request(file())
            wanted.targetSizing = try TargetSizing(
                "stretch:20x60,enlarge,filter:\(filter.rawValue)")
            let shown = try await pipeline.image(for: wanted).image.poster
            var inks = Bitmap(size: size, as: .rgba16, colorSpace: .cmyk, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width { inks[deep: x, y] = Self.inks(x, y) }
            }
            var expected = inks.resampled(to: shown.size, filter: filter)
            expected.convertCMYKToSRGB()
            #expect(shown == expected)
        }

        @Test func `a profile that does not fit leaves inks that are mixed`() async throws {
            let plain = try await pipeline.image(for: request(file())).image.poster
            let bytes = file(profile: ICCFile.displayP3.bytes)
            #expect(try await pipeline.image(for: request(bytes)).image.poster == plain)
        }

        @Test func `a converter of 8 bits gets inks of 8 bits`() async throws {
            var narrow = pipeline
            narrow.codecs.color = EightBitInks()
            let bytes = file(profile: ICCFile.displayP3.bytes)
            let shown = try await narrow.image(for: request(bytes)).image.poster
            #expect(shown.sampleFormat == .bgra8)
            #expect(try await shown == pipeline.image(for: request(file(), .eight)).image.poster)
        }

        /// A converter that mixes inks, and takes 8 bits alone.
        private struct EightBitInks: ColorConverting {
            var identity: String { "inks" }

            func convertToSRGB(
                _ bitmap: inout Bitmap, from color: ColorDescription
            ) throws(CodecError) {
                bitmap.convertCMYKToSRGB()
            }

            func describe(_ profile: ByteBlock) -> String? { nil }
        }

        @Test(arguments: [UInt8(10), 12], [ImageFormat.avif, .jxl, .tiff, .png])
        func `bits that a PNG states are not told as lost`(
            bits: UInt8, format: ImageFormat
        ) async throws {
            guard pipeline.codecs.encoders.contains(where: { $0.format == format }) else { return }
            var picture = Bitmap(size: size, as: .rgba16, isOpaque: true)
            let most = (1 << Int(bits)) - 1
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let level = UInt16((((x * 97 + y * 31) & most) * 65535 + most / 2) / most)
                    picture[deep: x, y] = SIMD4(level, level, 65535 - level, 65535)
                }
            }
            let plain = try pipeline.codecs.encoder(for: .png)
                .encode(picture, settings: EncodeSettings())
            var bytes = plain.array
            bytes.insert(contentsOf: PNGChunk.bytes("sBIT", [bits, bits, bits]), at: 33)
            let file = try await pipeline.file(
                for: request(ByteBlock(copying: bytes)), as: format,
                settings: EncodeSettings(isLossless: true))
            #expect(file.dropped.isEmpty)
            let found = try await pipeline.image(for: request(file.bytes)).image.poster
            if [.avif, .jxl].contains(format) { #expect(found.significantBits == bits) }
            #expect(found.sampleFormat == .rgba16)
            // Without the statement 16 bits are lost in AVIF.
            let lossy = try await pipeline.file(for: request(plain), as: format)
            #expect(lossy.dropped.map(\.kind) == (format == .avif ? [.bitDepth] : []))
            // A statement that the samples contradict hides no loss.
            picture[deep: 0, 0].x += 9
            let untrue = try pipeline.codecs.encoder(for: .png)
                .encode(picture, settings: EncodeSettings()).array
            bytes = untrue[..<33] + PNGChunk.bytes("sBIT", [bits, bits, bits]) + untrue[33...]
            let told = try await pipeline.file(for: request(ByteBlock(copying: bytes)), as: format)
            #expect(
                told.dropped == (format == .avif ? [Loss(.bitDepth, from: 16, to: 12)] : []))
        }

        @Test func `stated bits go from PNG to PNG`() async throws {
            var picture = Bitmap(size: size, as: .rgba16)
            for x in 0..<8 {
                let level = UInt16((x * 50 * 65535 + 511) / 1023)
                picture[deep: x, 0] = SIMD4(level, 0, level, 65535)
            }
            picture.significantBits = 10
            var bytes = try pipeline.codecs.encoder(for: .png)
                .encode(picture, settings: EncodeSettings())
            for transform in [nil, .flip(.horizontal), .blur(1)] as [BuiltInTransform?] {
                var request = request(bytes)
                request.transforms = [transform].compactMap(\.self)
                let file = try await pipeline.file(
                    for: request, as: .png, settings: EncodeSettings(effort: 1))
                bytes = file.bytes
                #expect(file.dropped.isEmpty)
                let found = try await pipeline.image(for: self.request(bytes)).image.poster
                #expect(found.significantBits == (transform?.spelling == "blur(1)" ? 16 : 10))
            }
        }
    }
#endif
