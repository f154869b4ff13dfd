#if AVIF && HEIF
    import Testing
    import TestSupport
    import WebImage

    /// HEIC and AVIF by the same settings.
    struct HEICBesideAVIFTests {
        private static let scene = Scene.photograph(size: PixelSize(width: 480, height: 320))

        private static func file(
            _ format: ImageFormat, _ quality: Int
        ) throws -> (byteCount: Int, ssim: Double) {
            let settings = EncodeSettings(quality: quality)
            let bytes = try CodecList.installed.encoder(for: format)
                .encode(scene, settings: settings)
            let decoder = try CodecList.installed.decoder(for: format)
            let output = try bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: DecodeOptions())
            }
            return (bytes.count, ImageComparison(scene, output.bitmap).ssim)
        }

        @Test(arguments: [30, 60, 80])
        func `a quality means about the same in both`(quality: Int) throws {
            let (heic, avif) = (try Self.file(.heic, quality), try Self.file(.avif, quality))
            #expect(abs(heic.ssim - avif.ssim) < 0.04)
            #expect(heic.byteCount < avif.byteCount * 3 / 2)
        }
    }
#endif
