#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// ICC profiles that pictures keep, with the pixels as they are stored.
    struct KeptProfileTests {
        private static let formats: [ImageFormat] = [
            .jpeg, .png, .webp, .avif, .heic, .jxl, .tiff,
        ]
        private static let size = PixelSize(width: 48, height: 32)
        /// Smooth, of strong colours.
        private static let picture: Bitmap = {
            var result = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = PixelRect(x: x, y: y, size: PixelSize(width: 1, height: 1))
                    let (red, green) = (UInt8(40 + x * 4), UInt8(30 + y * 6))
                    result.fill(pixel, with: [240 - red, green, red, 255])
                }
            }
            return result
        }()
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        /// Returns a picture, whose profile does not change its values.
        private func source(
            _ format: ImageFormat = .png, _ picture: Bitmap = picture,
            profile: [UInt8] = ICCFile.displayP3.bytes
        ) throws -> ByteBlock {
            var settings = EncodeSettings(quality: 95, chroma: ChromaSubsampling.none)
            settings.embedded.profile = profile
            return try CodecList.installed.encoder(for: format).encode(picture, settings: settings)
        }

        private func load(
            _ bytes: ByteBlock, keeps: Bool = true,
            _ change: (inout ImageRequest) -> Void = { _ in }
        ) async throws -> DecodedImage {
            var request = ImageRequest(ImageSource.data(bytes))
            request.memoryCaching = .off
            request.colorProfile = keeps ? .keep : .sRGB
            change(&request)
            return try await pipeline.image(for: request).image
        }

        private func encode(
            _ image: DecodedImage, as format: ImageFormat
        ) async throws -> ByteBlock {
            let settings = EncodeSettings(quality: 95, chroma: ChromaSubsampling.none)
            return try await pipeline.encode(image, as: format, settings: settings)
        }

        /// Returns the mean difference of the values of two pictures.
        private func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
            guard one.size == other.size else { return .infinity }
            var sum = 0
            for y in 0..<one.size.height {
                for x in 0..<one.size.width {
                    for channel in 0..<4 {
                        sum += abs(Int(one[x, y][channel]) - Int(other[x, y][channel]))
                    }
                }
            }
            return Double(sum) / Double(one.size.area * 4)
        }

        private func name(_ image: DecodedImage) -> String? { image.metadata.profileDescription }

        @Test(arguments: [ImageFormat.jpeg, .png, .webp, .tiff])
        func `bytes with another profile are no answer to stated sRGB`(
            format: ImageFormat
        ) async throws {
            let file = try source(format)
            func copy(_ change: (inout ImageRequest) -> Void) async throws -> ByteBlock {
                var request = ImageRequest(ImageSource.data(file))
                request.keepsEncodedBytes = true
                change(&request)
                return try await pipeline.encode(pipeline.image(for: request), as: format)
            }
            #expect(try await copy { _ in } == file)
            #expect(try await copy { $0.colorProfile = .keep } == file)
            let encoded = try await copy { $0.colorProfile = .sRGB }
            #expect(encoded != file)
            let (new, old) = try await (load(encoded), load(file, keeps: false))
            #expect(new.metadata.profileDescription == nil)
            #expect(difference(new.poster, old.poster) < 4)
        }

        @Test func `a profile that is sRGB leaves the bytes alone`() async throws {
            let sRGB = ICCFile(
                "sRGB",
                colorants: [
                    (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141),
                ])
            for file in try [source(profile: sRGB.bytes), source(.jpeg, profile: sRGB.bytes)] {
                var request = ImageRequest(ImageSource.data(file))
                request.keepsEncodedBytes = true
                request.colorProfile = .sRGB
                let response = try await pipeline.image(for: request)
                let format = try #require(response.format)
                #expect(try await pipeline.encode(response, as: format) == file)
            }
        }

        @Test func `kept values are those of the file, and differ from sRGB`() async throws {
            let picture = Self.picture
            // The segment is put into a file that has no profile.
            var jpeg = try CodecList.installed.encoder(for: .jpeg)
                .encode(picture, settings: EncodeSettings(quality: 100)).withUnsafeBytes {
                    Array($0)
                }
            let plain = try await load(ByteBlock(copying: jpeg))
            #expect(plain.metadata.profile == nil && plain.poster.colorSpace == .sRGB)
            jpeg.insert(contentsOf: ICCFile.displayP3.segment, at: 2)
            let kept = try await load(ByteBlock(copying: jpeg))
            #expect(kept.metadata.profile == ICCFile.displayP3.bytes)
            #expect(kept.poster.colorSpace == .embedded && name(kept) == "Display P3")
            #expect(difference(kept.poster, plain.poster) == 0)
            let converted = try await load(ByteBlock(copying: jpeg), keeps: false)
            #expect(converted.metadata.profile == nil && name(converted) == "Display P3")
            #expect(converted.poster.colorSpace == .sRGB)
            #expect(difference(converted.poster, plain.poster) > 3)
        }

        @Test(arguments: formats)
        func `each format keeps profile and values`(format: ImageFormat) async throws {
            let original = try await load(source())
            #expect(original.metadata.profile == ICCFile.displayP3.bytes)
            let file = try await encode(original, as: format)
            let again = try await load(file)
            // libjxl writes the colours of a profile that it understands as numbers.
            if format == .jxl {
                #expect(again.metadata.profile?.isEmpty == false)
            } else {
                #expect(again.metadata.profile == ICCFile.displayP3.bytes)
            }
            #expect(difference(again.poster, original.poster) < 2.5)
            // Other readers see the same colours.
            let (one, other) = (
                try await load(source(), keeps: false), try await load(file, keeps: false)
            )
            #expect(difference(one.poster, other.poster) < 2.5)
            #expect(difference(one.poster, original.poster) > 3)
        }

        @Test(arguments: formats)
        func `profiles of lossless and scaled pictures are kept`(format: ImageFormat) async throws {
            let small = try await load(source()) {
                $0.targetSize = PixelSize(width: 24, height: 0)
                $0.transforms = [.rotate(degrees: 90), .blur(1)]
            }
            let settings = EncodeSettings(isLossless: true, metadata: .drop)
            let file = try await pipeline.encode(small, as: format, settings: settings)
            let again = try await load(file)
            #expect(again.metadata.profile?.isEmpty == false)
            #expect(difference(again.poster, small.poster) <= (format == .jpeg ? 4 : 1))
        }

        @Test(arguments: formats)
        func `a picture without colour has the profile of colours`(format: ImageFormat) async throws
        {
            let grey = Self.picture.grey
            let file = try await encode(load(source(.png, grey)), as: format)
            #expect(try await load(file).metadata.profile?.isEmpty == false)
            let info = try await pipeline.info(for: ImageRequest(ImageSource.data(file)))
            #expect(info.colorType.map { [.rgb, .palette].contains($0) } == true)
            #expect(difference(try await load(file).poster, grey) < 2.5)
        }

        @Test(arguments: formats)
        func `a grey profile is kept as grey, or converted`(format: ImageFormat) async throws {
            let profile = ICCFile("grey", gamma: 1).bytes
            let grey = Self.picture.grey
            let bytes = try source(.png, grey, profile: profile)
            let (kept, plain) = (try await load(bytes), try await load(bytes, keeps: false))
            #expect(kept.metadata.profile == profile)
            #expect(difference(kept.poster, plain.poster) > 10)
            let file = try await encode(kept, as: format)
            // libjxl 0.7 does not convert its own colours to such a profile.
            let isKept = ![.webp, .avif, .heic, .jxl].contains(format)
            let again = try await load(file)
            #expect((again.metadata.profile != nil) == isKept)
            if isKept { #expect(again.metadata.profile == profile) }
            #expect(difference(again.poster, isKept ? kept.poster : plain.poster) < 2.5)
            #expect(difference(try await load(file, keeps: false).poster, plain.poster) < 2.5)
            // A grey profile does not fit what a tint makes.
            let tinted = try await load(bytes) { $0.transforms = [.sepia()] }
            #expect(try await load(encode(tinted, as: format)).metadata.profile == nil)
        }

        @Test(arguments: [ImageFormat.gif, .bmp, .apng])
        func `formats without profiles get sRGB`(format: ImageFormat) async throws {
            let (kept, plain) = (try await load(source()), try await load(source(), keeps: false))
            let again = try await load(encode(kept, as: format))
            #expect(again.metadata.profile == nil && again.poster.colorSpace == .sRGB)
            #expect(difference(again.poster, plain.poster) < (format == .gif ? 5 : 0.01))
            #expect(difference(again.poster, kept.poster) > 3)
        }

        @Test func `an animation keeps its profile, or each frame is converted`() async throws {
            var other = Self.picture
            other.fill(
                PixelRect(x: 4, y: 4, size: PixelSize(width: 9, height: 9)), with: [0, 0, 255, 255])
            let frames = [Self.picture, other].map {
                ImageFrame(bitmap: $0, duration: .milliseconds(100))
            }
            var settings = EncodeSettings(isLossless: true)
            settings.embedded.profile = ICCFile.displayP3.bytes
            let file = try await pipeline.encode(
                DecodedImage(frames: frames), as: .webp, settings: settings)
            let kept = try await load(file)
            #expect(kept.metadata.profile == ICCFile.displayP3.bytes)
            let second = try #require(kept.frames).frame(at: 1).bitmap
            #expect(second[8, 8] == [0, 0, 255, 255])
            let copy = try await pipeline.encode(
                kept, as: .webp, settings: EncodeSettings(isLossless: true))
            #expect(try await load(copy).metadata.profile == ICCFile.displayP3.bytes)
            let gif = try await load(encode(kept, as: .apng))
            let plain = try await load(file, keeps: false)
            for index in 0..<2 {
                let expected = try #require(plain.frames).frame(at: index).bitmap
                let found = try #require(gif.frames).frame(at: index).bitmap
                #expect(difference(found, expected) < 0.01)
            }
        }

        @Test func `a variant on disk keeps its profile`() async throws {
            let folder = FileManager.default.temporaryDirectory.path + "/icc-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var request = ImageRequest(ImageSource.data(try source()))
            request.colorProfile = .keep
            request.targetSize = PixelSize(width: 20, height: 0)
            request.diskRepresentation = .variant
            request.storeCompletion = .everything
            var images: [ImageResponse] = []
            for _ in 0..<2 {
                var pipeline = ImagePipeline(
                    transport: nil, memory: MemoryCache(maxBytes: 1),
                    disk: DiskCache(folder: folder))
                pipeline.serializer = EncodingSerializer(as: .png)
                images.append(try await pipeline.image(for: request))
            }
            #expect(images[1].origin == .disk)
            #expect(images[1].image.metadata.profile == ICCFile.displayP3.bytes)
            #expect(images[1].image.poster == images[0].image.poster)
        }

        @Test func `CMYK becomes sRGB, and so does a damaged profile`() async throws {
            var profile = ICCFile.displayP3.bytes
            let inks = try await load(source()) { $0.decoder = InkDecoder(profile: profile) }
            #expect(inks.metadata.profile == nil && inks.poster.colorSpace == .sRGB)
            #expect(inks.poster[0, 0] == [255, 255, 255, 255])
            // A tag that lies behind the end.
            profile[132 + 5] = 1
            let damaged = try await load(source()) {
                $0.decoder = InkDecoder(profile: profile, colorSpace: .embedded)
            }
            #expect(damaged.metadata.profile == nil)
        }
    }

    /// A decoder of white pictures with a profile.
    private struct InkDecoder: ImageDecoder {
        let profile: [UInt8]
        var colorSpace = ColorSpace.cmyk
        var identity: String { "ink" }
        var formats: [ImageFormat] { [.png] }

        func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
            ImageMetadata(size: PixelSize(width: 4, height: 4))
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            let size = PixelSize(width: 4, height: 4)
            return DecodeOutput(
                bitmap: Bitmap(size: size, colorSpace: colorSpace),
                color: .profile(ByteBlock(copying: profile)), metadata: ImageMetadata(size: size))
        }
    }

    extension Bitmap {
        /// The picture with the green of each pixel in all channels.
        fileprivate var grey: Bitmap {
            var result = self
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let green = self[x, y].y
                    let pixel = PixelRect(x: x, y: y, size: PixelSize(width: 1, height: 1))
                    result.fill(pixel, with: [green, green, green, 255])
                }
            }
            return result
        }
    }
#endif
