extension Bitmap {
    /// Converts cyan, magenta, yellow, black to opaque sRGB; other colour spaces stay unchanged.
    ///
    /// Without a profile there is no exact conversion. Each ink and black are taken to absorb light
    /// independently: red = (255 − cyan) × (255 − black) / 255, the others alike.
    public mutating func convertCMYKToSRGB() {
        guard colorSpace == .cmyk else { return }
        let size = size
        let stride = bytesPerRow
        // Safe because rows hold `width` pixels and are aligned for them.
        unsafe withUnsafeMutableRows { target in
            for y in 0..<size.height {
                let line = unsafe UnsafeMutableRawPointer(target + y * stride)
                    .assumingMemoryBound(to: UInt32.self)
                for x in 0..<size.width {
                    let light = ~UInt32(littleEndian: unsafe line[x])
                    let mixed = PackedPixel.multiply(light, light >> 24)
                    unsafe line[x] = (PackedPixel.swapped(mixed) | 0xFF00_0000).littleEndian
                }
            }
        }
        colorSpace = .sRGB
        isOpaque = true
    }
}
