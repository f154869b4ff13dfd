import WebImage

enum Animations {
    /// Returns three frames of 24 × 16 in different colours, shown 100, 250 and 50 ms, endlessly.
    static func gif() throws -> [UInt8] {
        guard
            let encoder = try CodecList.installed.encoder(for: .gif) as? any AnimatedImageEncoder
        else { return [] }
        let bytes = try encoder.encode(ColourFrames(), settings: EncodeSettings())
        return bytes.withUnsafeBytes { Array($0) }
    }

    private final class ColourFrames: FrameProvider {
        let size = PixelSize(width: 24, height: 16)
        let count = 3
        let loopCount = 0
        let rawDurations: [Duration] = [.milliseconds(100), .milliseconds(250), .milliseconds(50)]
        var durations: [Duration] { rawDurations }
        var residentByteCount: Int { 0 }

        func frame(at index: Int) -> ImageFrame {
            var bitmap = Bitmap(size: size, isOpaque: true)
            let colours: [SIMD4<UInt8>] = [
                SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255),
            ]
            bitmap.fill(PixelRect(x: 0, y: 0, size: size), with: colours[index])
            return ImageFrame(bitmap: bitmap, duration: rawDurations[index])
        }
    }
}
