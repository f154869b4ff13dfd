#if HTTP && PNG && JPEG && Color
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
            if hasProfile { file.insert(contentsOf: Self.segment(Self.swapped), at: 2) }
            job.origin.reply("/a.jpg", with: OriginReply(body: file))
            let image = try await job.pipeline().image(for: job.request("/a.jpg")).image
            let pixel = image.poster[24, 16]
            // In that profile's space a pure red is the blue of sRGB.
            let (bright, dark) = hasProfile ? (pixel.x, pixel.z) : (pixel.z, pixel.x)
            #expect(bright > 245 && dark < 10 && pixel.y < 10 && pixel.w == 255, "\(pixel)")
            #expect((image.metadata.profileDescription != nil) == hasProfile)
        }

        /// Returns the segment of a JPEG file for a profile.
        private static func segment(_ profile: [UInt8]) -> [UInt8] {
            let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
            let length = content.count + 2
            return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        }

        /// A display profile with the colorants of sRGB, red and blue exchanged, and gamma 2.2.
        private static let swapped: [UInt8] = {
            let white = xyz(0.9642, 1, 0.8249)
            let red = xyz(0.1431, 0.0606, 0.7142)
            let green = xyz(0.3851, 0.7169, 0.0971)
            let blue = xyz(0.4361, 0.2225, 0.0139)
            let curve = Array("curv".utf8) + number(0) + number(1) + [0x02, 0x33, 0, 0]
            let name = "swapped\0"
            let text =
                Array("desc".utf8) + number(0) + number(UInt32(name.utf8.count)) + Array(name.utf8)
                + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67 + 3)
            let tags: [(String, [UInt8])] = [
                ("desc", text), ("wtpt", white), ("rXYZ", red), ("gXYZ", green), ("bXYZ", blue),
                ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ]
            var table = number(UInt32(tags.count))
            var content: [UInt8] = []
            for (name, tag) in tags {
                let offset = 128 + 4 + 12 * tags.count + content.count
                table += Array(name.utf8) + number(UInt32(offset)) + number(UInt32(tag.count))
                content += tag + [UInt8](repeating: 0, count: (4 - tag.count % 4) % 4)
            }
            let size = number(UInt32(128 + table.count + content.count))
            let head =
                size + number(0) + number(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
                + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
                + [UInt8](repeating: 0, count: 28) + white[8...]
            return head + [UInt8](repeating: 0, count: 128 - head.count) + table + content
        }()

        private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + number(0)
                + [x, y, z].flatMap { number(UInt32(($0 * 65_536).rounded())) }
        }

        private static func number(_ number: UInt32) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }
#endif
