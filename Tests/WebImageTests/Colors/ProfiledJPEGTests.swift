#if HTTP && PNG && JPEG && Color
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// A JPEG with an ICC profile, from a server to pixels.
    struct ProfiledJPEGTests {
        @Test(arguments: [true, false])
        func `a JPEG with a profile arrives in sRGB`(hasProfile: Bool) async throws {
            let job = try Job()
            var red = Bitmap(size: PixelSize(width: 48, height: 32), isOpaque: true)
            red.fill(PixelRect(x: 0, y: 0, size: red.size), with: SIMD4(0, 0, 255, 255))
            var file = try CodecList.installed.encoder(for: .jpeg)
                .encode(red, settings: EncodeSettings(quality: 100)).withUnsafeBytes { Array($0) }
            if hasProfile { file.insert(contentsOf: Self.swapped.segment, at: 2) }
            job.origin.reply("/a.jpg", with: OriginReply(body: file))
            let image = try await job.pipeline().image(for: job.request("/a.jpg")).image
            let pixel = image.poster[24, 16]
            // In that profile's space a pure red is the blue of sRGB.
            let (bright, dark) = hasProfile ? (pixel.x, pixel.z) : (pixel.z, pixel.x)
            #expect(bright > 245 && dark < 10 && pixel.y < 10 && pixel.w == 255, "\(pixel)")
            #expect((image.metadata.profileDescription != nil) == hasProfile)
        }

        /// The colorants of sRGB, red and blue exchanged.
        private static let swapped = ICCFile(
            "swapped",
            colorants: [
                (0.1431, 0.0606, 0.7142), (0.3851, 0.7169, 0.0971), (0.4361, 0.2225, 0.0139),
            ])
    }
#endif
