#if Color && JPEG && PNG && WebP && AVIF && JPEGXL
    import TestSupport
    import WebImage

    /// A picture with a gain map: both are dark at the left and bright at the right.
    struct GainMapPictures {
        private static let size = PixelSize(width: 120, height: 80)

        private let image: DecodedImage

        init(map: PixelSize = PixelSize(width: 60, height: 40)) {
            var metadata = ImageMetadata(size: Self.size)
            metadata.gainMap = GainMap(
                kind: .iso21496, size: map, channelCount: 1,
                channels: [GainMapChannel(minimum: -1, maximum: 3)], baseHeadroom: 0,
                alternateHeadroom: 3)
            image = DecodedImage(
                poster: Self.ramp(Self.size), metadata: metadata,
                gainMap: Self.ramp(map))
        }

        /// Returns the file of the picture.
        func file(
            as format: ImageFormat, _ settings: EncodeSettings = EncodeSettings(quality: 95),
            by pipeline: ImagePipeline, profile: ICCFile? = nil
        ) async throws -> ByteBlock {
            var settings = settings
            settings.embedded.profile = profile?.bytes
            return try await pipeline.encode(image, as: format, settings: settings)
        }

        /// Returns a block of EXIF with an orientation alone.
        static func exif(_ orientation: Orientation) -> [UInt8] {
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
                + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
        }

        private static func ramp(_ size: PixelSize) -> Bitmap {
            var bitmap = Bitmap(size: size)
            for x in 0..<size.width {
                let level = UInt8(x * 255 / (size.width - 1))
                bitmap.fill(
                    PixelRect(x: x, y: 0, size: PixelSize(width: 1, height: size.height)),
                    with: SIMD4(level, level, level, 255))
            }
            return bitmap
        }
    }
#endif
