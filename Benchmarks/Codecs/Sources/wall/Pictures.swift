import WebImage

/// Computed pictures that compress like photographs: soft shapes, and grain.
enum Pictures {
    static func photo(_ size: PixelSize, shift: Int = 0) -> Bitmap {
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
}
