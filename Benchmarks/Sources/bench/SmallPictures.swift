import WebImage

/// The pictures of the sandbox's measurements, whose targets are milliseconds of these ones.
enum SmallPictures {
    static let all = [
        Inputs.Input(name: "walled.jpg") {
            try photo(4000, 3000, .jpeg, EncodeSettings(quality: 85))
        },
        Inputs.Input(name: "walled.png") { try photo(6000, 4000, .png, EncodeSettings(effort: 3)) },
        Inputs.Input(name: "icon.png") { try photo(48, 48, .png, EncodeSettings()) },
        Inputs.Input(name: "source.jpeg") {
            try photo(1200, 900, .jpeg, EncodeSettings(quality: 85))
        },
        Inputs.Input(name: "source.heic") {
            try photo(1200, 900, .heic, EncodeSettings(quality: 60))
        },
        Inputs.Input(name: "source.profile") {
            var settings = EncodeSettings(quality: 85)
            settings.embedded.profile = profile
            return try photo(1200, 900, .jpeg, settings)
        },
        // A line of text needs fonts.
        Inputs.Input(name: "source.svg") {
            ByteBlock(
                copying: Array(
                    """
                    <svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
                    <rect width="640" height="480" fill="#246"/><text x="20" y="240" fill="#fff"
                    font-family="sans-serif" font-size="48">A line of text</text></svg>
                    """.utf8))
        },
        Inputs.Input(name: "30-frames.webp") {
            let frames = (0..<30).map { index in
                ImageFrame(
                    bitmap: photo(PixelSize(640, 480), shift: index * 7),
                    duration: .milliseconds(40))
            }
            guard let film = DecodedImage(frames: frames).frames,
                let encoder = CodecList.installed.animatedEncoder(for: .webp)
            else { throw BenchError("there is no encoder of WebP") }
            return try encoder.encode(film, settings: EncodeSettings(quality: 75, effort: 1))
        },
    ]

    private static func photo(
        _ width: Int, _ height: Int, _ format: ImageFormat, _ settings: EncodeSettings
    ) throws -> ByteBlock {
        let encoder = try CodecList.installed.encoder(for: format)
        return try encoder.encode(photo(PixelSize(width, height)), settings: settings)
    }

    /// Returns soft shapes and grain.
    private static func photo(_ size: PixelSize, shift: Int = 0) -> Bitmap {
        var noise: UInt32 = 12345
        var bitmap = Bitmap(size: size, isOpaque: true)
        let stride = bitmap.bytesPerRow
        bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    noise = noise &* 1_664_525 &+ 1_013_904_223
                    let grain = Double(noise >> 24) / 255 * 0.04
                    let (u, v) = (Double(x + shift) / 400, Double(y) / 300)
                    let soft = abs((u * u + v * 2).truncatingRemainder(dividingBy: 1) - 0.5) * 1.6
                    let channels = [soft, 0.2 + soft * 0.5, 0.7 - soft * 0.6, 1]
                    for (index, channel) in channels.enumerated() {
                        rows[y * stride + x * 4 + index] = UInt8(
                            min(max(channel + grain, 0), 1) * 255)
                    }
                }
            }
        }
        return bitmap
    }

    /// A profile whose colours are those of sRGB by another curve: 1.8.
    private static let profile: [UInt8] = {
        func number(_ value: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
        func xyz(_ values: [Double]) -> [UInt8] {
            Array("XYZ ".utf8) + number(0) + values.flatMap(fixed)
        }
        let curve = Array("curv".utf8) + number(0) + number(1) + [1, 0xCD, 0, 0]
        let tags: [(String, [UInt8])] = [
            ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz([0.4361, 0.2225, 0.0139])),
            ("gXYZ", xyz([0.3851, 0.7169, 0.0971])), ("bXYZ", xyz([0.1431, 0.0606, 0.7141])),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, body) = (number(tags.count), [UInt8]())
        let start = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            table += Array(name.utf8) + number(start + body.count) + number(bytes.count)
            body += bytes
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: number(start + body.count))
        header.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
        header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
        return header + table + body
    }()
}
