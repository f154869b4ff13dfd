#if Color && JPEG && PNG && WebP && AVIF && JPEGXL
    import Foundation
    import Testing
    import TestSupport
    import WebImage

    /// Gain maps from files to files.
    struct KeptGainMapTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)
        private let maps = GainMapPictures()

        private func image(_ bytes: ByteBlock) async throws -> DecodedImage {
            var request = ImageRequest(ImageSource.data(bytes))
            request.keepsGainMap = true
            return try await pipeline.image(for: request).image
        }

        /// Returns the file that a request with these changes makes.
        private func file(
            _ source: ByteBlock, as format: ImageFormat = .jpeg,
            _ settings: EncodeSettings = EncodeSettings(quality: 95),
            _ change: (inout ImageRequest) -> Void = { _ in }
        ) async throws -> ImageFile {
            var request = ImageRequest(ImageSource.data(source))
            change(&request)
            return try await pipeline.file(for: request, as: format, settings: settings)
        }

        @Test(arguments: [ImageFormat.jpeg, .avif, .jxl], [ImageFormat.jpeg, .avif, .jxl])
        func `a reduced file of each format has the map with its numbers`(
            source: ImageFormat, target: ImageFormat
        ) async throws {
            let original = try await maps.file(as: source, by: pipeline)
            let small = try await file(original, as: target) {
                $0.targetSize = PixelSize(width: 60, height: 0)
            }
            #expect(small.dropped.isEmpty)
            let result = try await image(small.bytes)
            let map = try #require(result.metadata.gainMap)
            #expect(map.size == PixelSize(width: 30, height: 20))
            #expect(map.kind == .iso21496)
            // Our AVIF encoder writes greys in three channels.
            #expect(map.channelCount == (target == .avif ? 3 : 1))
            #expect(map.alternateHeadroom == 3 && map.channels[0].maximum == 3)
            let pixels = try #require(result.gainMap)
            // Dark at the left, bright at the right.
            #expect(pixels[2, 10].x < 40 && pixels[27, 10].x > 200)
        }

        @Test(arguments: [ImageFormat.jpeg, .avif, .jxl, .png])
        func `light is kept through a blur, which no map can follow`(
            format: ImageFormat
        ) async throws {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            func file(
                _ transforms: [any ImageTransform], _ settings: EncodeSettings
            ) async throws -> ImageFile {
                try await self.file(original, as: format, settings) {
                    ($0.transforms, $0.pixelDepth) = (transforms, .hdr)
                }
            }
            for curve in [nil, LightCurve.gainMap, .pq] {
                var settings = EncodeSettings(quality: 95)
                settings.lightCurve = curve
                let bright = try await file([.blur(2)], settings)
                #expect(bright.dropped.allSatisfy { $0.kind == .bitDepth })
                var request = ImageRequest(ImageSource.data(bright.bytes))
                request.pixelDepth = .hdr
                let light = try await pipeline.image(for: request).image.poster
                #expect(light.sampleFormat == .rgbaHalf)
                // White at the right, with a gain of 3 stops.
                if light.sampleFormat == .rgbaHalf { #expect(light[light: 112, 40].x > 4) }
            }
            // A circle takes 8 bits; without a map a JPEG has none.
            for transforms in [[.circle()], [.blur(2)]] as [[any ImageTransform]] {
                var settings = EncodeSettings(quality: 95)
                if transforms[0].spelling != "circle" { settings.gainMap = .drop }
                guard format == .jpeg || settings.gainMap == .keep else { continue }
                let dark = try await file(transforms, settings)
                #expect(dark.dropped == [Loss(.light, from: 1, to: 0)])
            }
        }

        @Test func `a map follows turns, mirrors, crops and canvases`() async throws {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            func map(_ transforms: [any ImageTransform]) async throws -> Bitmap {
                let made = try await file(original) { $0.transforms = transforms }
                return try #require(try await image(made.bytes).gainMap)
            }
            let turned = try await map([.rotate(degrees: 90)])
            #expect(turned.size == PixelSize(width: 40, height: 60))
            #expect(turned[20, 3].x < 40 && turned[20, 56].x > 200)
            let mirrored = try await map([.flip(.horizontal)])
            #expect(mirrored[3, 20].x > 200 && mirrored[56, 20].x < 40)
            let half = try await map([.crop(to: PixelSize(width: 60, height: 80), x: 60, y: 0)])
            #expect(half.size == PixelSize(width: 30, height: 40))
            #expect(half[2, 20].x > 110 && half[27, 20].x > 200)
            let padded = try await map([.pad(to: PixelSize(width: 140, height: 80))])
            #expect(padded.size == PixelSize(width: 70, height: 40))
            // No gain: (0 + 1) of (3 + 1) stops.
            #expect(abs(Int(padded[1, 20].x) - 64) < 12)
        }

        @Test(arguments: Orientation.allCases)
        func `the orientation of the base turns the map`(orientation: Orientation) async throws {
            var settings = EncodeSettings(quality: 95)
            settings.embedded.exif = GainMapPictures.exif(orientation)
            let original = try await maps.file(as: .jpeg, settings, by: pipeline)
            let source = try await image(original)
            #expect(source.metadata.orientation == orientation)
            let made = try await file(original) {
                $0.targetSize = PixelSize(width: 60, height: 60)
            }
            let result = try await image(made.bytes)
            #expect(result.metadata.orientation == .up)
            let map = try #require(result.gainMap)
            let bright = PixelRect(x: 0, y: 0, size: PixelSize(width: 30, height: 20))
            let expected = orientation.upright(bright.size)
            #expect(map.size == expected)
            // The base is bright where the map is.
            let small = result.poster.resampled(to: map.size)
            for (x, y) in [(2, 2), (map.size.width - 3, map.size.height - 3)] {
                #expect((small[x, y].x > 128) == (map[x, y].x > 128), "\(x), \(y)")
            }
        }

        @Test func `a map is dropped where it is asked for, and where a part is painted`()
            async throws
        {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            var settings = EncodeSettings(quality: 95)
            settings.gainMap = .drop
            let plain = try await file(original, as: .jpeg, settings)
            #expect(try await image(plain.bytes).metadata.gainMap == nil)
            #expect(plain.dropped.isEmpty)
            settings = EncodeSettings()
            settings.gainMap = .drop
            let copied = try await file(original, as: .jpeg, settings)
            #expect(try await image(copied.bytes).metadata.gainMap == nil)
            // The base is copied byte for byte.
            #expect(copied.bytes.count < original.count)
            #expect(try await image(copied.bytes).poster == image(original).poster)
            let painting: [any ImageTransform] = [.blur(3), .circle()]
            for transform: any ImageTransform in painting {
                let made = try await file(original) { request in request.transforms = [transform] }
                #expect(try await image(made.bytes).metadata.gainMap == nil)
                #expect(made.dropped.map(\.kind) == [.gainMap])
            }
            let grey = try await file(original) { $0.transforms = [.grayscale()] }
            #expect(try await image(grey.bytes).metadata.gainMap != nil)
            let web = try await file(original, as: .webp)
            #expect(web.dropped.map(\.kind) == [.gainMap])
        }

        @Test func `an image has the map only if it is asked for, and its bytes count`()
            async throws
        {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            let plain = try await pipeline.image(for: ImageRequest(ImageSource.data(original)))
                .image
            #expect(plain.gainMap == nil && plain.metadata.gainMap != nil)
            let kept = try await image(original)
            let map = try #require(kept.gainMap)
            #expect(kept.cost == plain.cost + map.byteCount)
            let bytes = try await pipeline.encode(kept, as: .avif)
            #expect(try await image(bytes).gainMap != nil)
        }

        @Test func `the profile of the base stays with the map alone`() async throws {
            let wide = try await maps.file(as: .jpeg, by: pipeline, profile: .displayP3)
            func profile(_ file: ImageFile) async throws -> String? {
                try await image(file.bytes).metadata.profileDescription
            }
            #expect(try await profile(file(wide)) != nil)
            let small = PixelSize(width: 60, height: 0)
            #expect(try await profile(file(wide) { $0.targetSize = small }) != nil)
            let plain: [any ImageTransform] = [.rotate(degrees: 90), .circle()]
            #expect(try await profile(file(wide) { $0.transforms = plain }) == nil)
            #expect(try await profile(file(wide) { $0.colorProfile = .sRGB }) == nil)
            var settings = EncodeSettings(quality: 90)
            settings.gainMap = .drop
            #expect(try await profile(file(wide, as: .jpeg, settings)) == nil)
            // A choice by the picture knows the format only after the map is decoded.
            let png = try await pipeline.file(
                for: ImageRequest(ImageSource.data(wide)), named: "png", among: [.jpeg, .png]
            ) { _, _ throws(CodecError) in FileChoice(.png, settings: EncodeSettings(quality: 9)) }
            #expect(try await profile(png) == nil)
            #expect(png.dropped.map(\.kind) == [.gainMap])
        }

        @Test(arguments: [(6000, true), (1200, false)])
        func `the most bytes count both pictures, and a map that needs most of them goes`(
            limit: Int, isKept: Bool
        ) async throws {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            var settings = EncodeSettings()
            settings.maxByteCount = limit
            let made = try await file(original, as: .jpeg, settings)
            #expect(made.bytes.count <= limit)
            #expect((try await image(made.bytes).gainMap != nil) == isKept)
            #expect(made.dropped.isEmpty == isKept)
        }

        @Test func `a map goes whose base becomes SDR`() async throws {
            let path = "avif/libavif__seine_hdr_gainmap_small_srgb.avif"
            guard let data = try? Data(contentsOf: Corpus.folder.appending(path: path)) else {
                return
            }
            let made = try await file(ByteBlock(copying: Array(data)), as: .avif)
            #expect(made.dropped.map(\.kind).contains(.gainMap))
            #expect(try await image(made.bytes).metadata.gainMap == nil)
        }

        @Test func `a map stays within the limits of its base's transforms`() async throws {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            let made = try await file(original) {
                $0.transforms = [
                    .resize(to: PixelSize(width: 1, height: 2000), fit: .stretch, enlarges: true),
                    .rotate(degrees: 45), .rotate(degrees: 12.5),
                    .pad(to: PixelSize(width: 9, height: 9)),
                ]
            }
            let map = try #require(try await image(made.bytes).gainMap)
            #expect(map.size.area <= 2 * made.size.area)
        }

        @Test(arguments: [ImageFormat.jpeg, .jxl])
        func `a map of another shape than its base is ignored`(format: ImageFormat) async throws {
            let other = GainMapPictures(map: PixelSize(width: 10, height: 60))
            let found = try await image(other.file(as: format, by: pipeline))
            #expect(found.gainMap == nil)
            #expect(found.metadata.gainMapDamage?.contains("shape") == true)
        }

        @Test func `a map over the limits that its base leaves is ignored`() async throws {
            let original = try await maps.file(as: .jpeg, by: pipeline)
            var limited = pipeline
            limited.limits.decode.maxPixels = 120 * 80 + 60 * 40 - 1
            var request = ImageRequest(ImageSource.data(original))
            request.keepsGainMap = true
            let found = try await limited.image(for: request).image
            #expect(found.gainMap == nil)
            #expect(found.metadata.gainMapDamage?.contains("allowed") == true)
        }
    }
#endif
