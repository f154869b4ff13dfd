#if AVIF && Color && JPEG && PNG && TIFF
    import Foundation
    import Testing
    import TestSupport
    import WebImage

    /// Light above white, from files to files.
    struct LightTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func request(
            _ bytes: ByteBlock, _ depth: PixelDepth = .hdr,
            _ transforms: [any ImageTransform] = []
        ) -> ImageRequest {
            var request = ImageRequest(ImageSource.data(bytes), transforms: transforms)
            request.pixelDepth = depth
            return request
        }

        /// Returns a picture of greys and colours, at different alphas.
        private func light(isOpaque: Bool = true, upTo most: Float = 4.9) -> Bitmap {
            var picture = Bitmap(
                size: PixelSize(width: 48, height: 16), as: .rgbaHalf, isOpaque: isOpaque)
            for y in 0..<16 {
                for x in 0..<48 {
                    let level = Float(x) / 47 * most
                    let color: SIMD3<Float> =
                        switch y % 4 {
                        case 0: SIMD3(repeating: level)
                        case 1: SIMD3(level, level / 2, level / 4)
                        case 2: SIMD3(level / 4, level, level / 2)
                        default: SIMD3(level / 2, level / 4, level)
                        }
                    picture[light: x, y] = SIMD4(color, isOpaque ? 1 : Float(y + 1) / 16)
                }
            }
            picture.headroom = Double(most)
            return picture
        }

        private func tiff(_ picture: Bitmap) throws -> ByteBlock {
            try pipeline.codecs.encoder(for: .tiff).encode(picture, settings: EncodeSettings())
        }

        private func poster(_ bytes: ByteBlock, _ depth: PixelDepth = .hdr) async throws -> Bitmap {
            try await pipeline.image(for: request(bytes, depth)).image.poster
        }

        /// Expects light within a share of the greatest channel of each pixel.
        private func expectLight(
            _ found: Bitmap, _ wanted: Bitmap, within share: Float, floor: Float = 0.05,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(
                found.sampleFormat == .rgbaHalf && found.size == wanted.size,
                sourceLocation: sourceLocation)
            guard found.sampleFormat == .rgbaHalf, found.size == wanted.size else { return }
            for y in 0..<wanted.size.height {
                for x in 0..<wanted.size.width {
                    let (one, other) = (found[light: x, y], wanted[light: x, y])
                    let most = max(other.x, other.y, other.z)
                    let difference = one - other
                    let worst = max(difference.max(), -difference.min())
                    guard worst > share * max(most, floor) else { continue }
                    Issue.record(
                        "(\(x), \(y)): \(one), expected \(other)", sourceLocation: sourceLocation)
                    return
                }
            }
        }

        @Test func `floats in linear light come back from TIFF exactly`() async throws {
            var picture = light(isOpaque: false)
            picture[light: 3, 3] = SIMD4(-0.25, 12, 0.001, 0.5)
            let found = try await poster(try tiff(picture))
            #expect(found == picture)
            // Without light above white, it is a picture of 16 bits.
            #expect(try await poster(try tiff(picture), .asStored).sampleFormat == .rgba16)
        }

        @Test(arguments: [ImageFormat.tiff, .png, .jpeg])
        func `light that a transform cannot keep is told`(format: ImageFormat) async throws {
            let bytes = try tiff(light())
            for transform in [.circle(), .pixelate(4)] as [BuiltInTransform] {
                let file = try await pipeline.file(
                    for: request(bytes, .hdr, [transform]), as: format)
                #expect(file.dropped.map(\.kind).contains(.light))
            }
        }

        @Test(arguments: [ImageFormat.avif, .png, .heic, .jxl], [LightCurve.pq, .hlg])
        func `a file in PQ or HLG has the light of its source`(
            format: ImageFormat, curve: LightCurve
        ) async throws {
            guard pipeline.codecs.encoders.contains(where: { $0.format == format }) else { return }
            var settings = EncodeSettings(quality: 95, isLossless: format != .heic)
            settings.lightCurve = curve
            settings.chroma = .none
            // HLG holds saturated colours up to a third of its white.
            let picture = light(upTo: curve == .hlg ? 2.5 : 4.9)
            let file = try await pipeline.file(
                for: request(try tiff(picture)), as: format, settings: settings)
            #expect(!file.dropped.map(\.kind).contains(.light))
            let response = try await pipeline.image(for: request(file.bytes))
            let isLossy = format == .heic
            expectLight(
                response.image.poster, picture, within: isLossy ? 0.25 : 0.02,
                floor: isLossy ? 1 : 0.05)
            let metadata = response.image.metadata
            #expect(metadata.isHighDynamicRange)
            if curve == .pq, format == .avif || format == .png {
                let light = try #require(metadata.contentLight)
                #expect((990...1000).contains(light.maximum) && light.average > 0)
                #expect(abs((metadata.headroom ?? 0) - Double(light.maximum) / 203) < 0.01)
            }
            if curve == .hlg { #expect(abs((metadata.headroom ?? 0) - 1000 / 203) < 0.01) }
            let plain = try await pipeline.file(for: request(file.bytes, .asStored), as: .jpeg)
            #expect(plain.dropped.map(\.kind).contains(.light))
            // 8 bits are mapped to a screen of standard range.
            let eight = try await poster(file.bytes, .eight)
            #expect(eight.sampleFormat == .bgra8 && eight[47, 0].x > (curve == .hlg ? 200 : 240))
        }

        @Test(arguments: [ImageFormat.jpeg, .avif])
        func `a gain map made of light gives it back`(format: ImageFormat) async throws {
            var settings = EncodeSettings(quality: 98)
            settings.lightCurve = .gainMap
            let picture = light()
            let file = try await pipeline.file(
                for: request(try tiff(picture)), as: format, settings: settings)
            #expect(!file.dropped.map(\.kind).contains(.light))
            let info = try await pipeline.info(for: request(file.bytes).source)
            let map = try #require(info.metadata.gainMap)
            #expect(map.baseHeadroom == 0)
            #expect(abs((map.alternateHeadroom ?? 0) - log2(4.9)) < 0.05)
            let found = try await poster(file.bytes)
            // Greys, without what JPEG does to colours of narrow columns.
            for x in stride(from: 8, to: 48, by: 8) {
                let (one, other) = (found[light: x, 8].y, picture[light: x, 8].y)
                #expect(abs(one - other) < 0.12 * other, "\(x): \(one), \(other)")
            }
            // A display without headroom shows the base.
            var plain = request(file.bytes)
            plain.headroom = 1
            let base = try await pipeline.image(for: plain).image.poster
            #expect(base[light: 47, 0].y < 1.01)
            // A map that is kept is not applied.
            var kept = request(file.bytes)
            kept.keepsGainMap = true
            let both = try await pipeline.image(for: kept).image
            #expect(both.poster.sampleFormat == .bgra8 && both.gainMap != nil)
        }

        /// Returns a JPEG with a gain map.
        private func mapped() async throws -> ByteBlock {
            var settings = EncodeSettings(quality: 95)
            settings.lightCurve = .gainMap
            return try await pipeline.file(
                for: request(try tiff(light())), as: .jpeg, settings: settings
            ).bytes
        }

        @Test func `a chosen format gets the light of a gain map in its form`() async throws {
            let source = request(try await mapped())
            for (format, isLight) in [(ImageFormat.png, true), (.tiff, true), (.webp, false)] {
                let file = try await pipeline.file(
                    for: source, named: "chosen as \(format)", among: [.jpeg, format]
                ) { _, _ in FileChoice(format, settings: EncodeSettings()) }
                let found = try await poster(file.bytes)
                #expect((found.sampleFormat == .rgbaHalf) == isLight, "\(format)")
                #expect(file.dropped.isEmpty == isLight, "\(format)")
            }
            // A format without light has the base.
            var eight = source
            eight.pixelDepth = .eight
            let (lit, plain) = (
                try await pipeline.file(for: source, as: .webp),
                try await pipeline.file(for: eight, as: .webp)
            )
            #expect(lit.bytes == plain.bytes)
        }

        @Test func `translucent light is laid over the matte for a format without alpha`()
            async throws
        {
            var picture = Bitmap(size: PixelSize(width: 32, height: 32), as: .rgbaHalf)
            for x in 0..<32 {
                for y in 0..<32 { picture[light: x, y] = SIMD4(4, 4, 4, 0.5) }
            }
            picture.headroom = 4
            let file = try await pipeline.file(for: request(try tiff(picture)), as: .jpeg)
            let found = try await poster(file.bytes)
            // Half of 4, and half of white.
            #expect(abs(found[light: 16, 16].x - 2.5) < 0.1)
        }

        @Test func `colours of a damaged profile count as sRGB`() async throws {
            var profile = ICCFile.displayP3.bytes
            for at in profile.indices.dropLast(10)
            where profile[at..<at + 4].elementsEqual("para".utf8) {
                profile[at + 9] = 5
            }
            let encoder = try pipeline.codecs.encoder(for: .png)
            #expect(ICCProfile(ByteBlock(copying: profile))?.isConvertible == false)
            var bitmap = Bitmap(
                size: PixelSize(width: 4, height: 4), colorSpace: .embedded, isOpaque: true)
            bitmap.fill(
                PixelRect(x: 0, y: 0, size: bitmap.size), with: SIMD4(10, 200, 30, 255))
            var metadata = ImageMetadata(size: bitmap.size)
            metadata.profile = profile
            let file = try await pipeline.encode(
                DecodedImage(poster: bitmap, metadata: metadata, frames: nil), as: .bmp)
            #expect(try await poster(file, .eight)[0, 0] == SIMD4(10, 200, 30, 255))
            if let jxl = try? pipeline.codecs.encoder(for: .jxl) {
                #expect(!jxl.canEmbed(profile: profile))
            }
            #expect(encoder.canEmbed(profile: ICCFile.displayP3.bytes))
        }

        @Test func `transforms keep light above white`() async throws {
            let size = PixelSize(width: 24, height: 8)
            let picture = light()
            let found = try await pipeline.image(
                for: request(
                    try tiff(picture), .hdr,
                    [.resize(to: size), .rotate(degrees: 180), .brightness(1)]))
            let poster = found.image.poster
            #expect(poster.sampleFormat == .rgbaHalf && poster.headroom > 4)
            #expect(poster[light: 0, 4].max() > 3)
        }

        @Test func `a transform of 8 bits gets light mapped to white`() async throws {
            let found = try await pipeline.image(
                for: request(try tiff(light()), .hdr, [.circle()])
            ).image.poster
            #expect(found.sampleFormat == .bgra8)
        }

        @Test func `a format without light above white tells what it lacks`() async throws {
            let source = try tiff(light())
            for format in [ImageFormat.webp, .bmp] {
                guard pipeline.codecs.encoders.contains(where: { $0.format == format }) else {
                    continue
                }
                let file = try await pipeline.file(for: request(source), as: format)
                #expect(file.dropped.map(\.kind).contains(.light), "\(format)")
            }
            var settings = EncodeSettings()
            settings.depth = .eight
            let eight = try await pipeline.file(
                for: request(source), as: .png, settings: settings)
            #expect(!eight.dropped.map(\.kind).contains(.light))
        }

        @Test func `a variant of light is stored as floats`() async throws {
            let serializer = EncodingSerializer(as: .webp)
            let picture = light(isOpaque: false)
            let file = try #require(
                try serializer.serialize(
                    DecodedImage(
                        poster: picture, metadata: ImageMetadata(size: picture.size), frames: nil),
                    of: EncodedImage(try tiff(picture)), using: pipeline.codecs))
            #expect(try await poster(file.bytes) == picture)
        }

        @Test func `pictures of other depths or headrooms are others in the cache`() async throws {
            let bytes = try tiff(light())
            for _ in 0..<2 {
                #expect(try await poster(bytes, .eight).sampleFormat == .bgra8)
                #expect(try await poster(bytes, .asStored).sampleFormat == .rgba16)
                #expect(try await poster(bytes).sampleFormat == .rgbaHalf)
            }
        }
    }
#endif
