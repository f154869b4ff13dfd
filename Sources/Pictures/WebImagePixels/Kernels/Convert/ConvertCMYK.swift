extension Bitmap {
    /// Converts cyan, magenta, yellow, black to opaque sRGB; other colour spaces stay unchanged.
    ///
    /// Without a profile there is no exact conversion. Each ink and black are taken to absorb light
    /// independently: red = (255 − cyan) × (255 − black) / 255, the others alike; of 16 bits with
    /// 65535.
    public mutating func convertCMYKToSRGB() {
        guard colorSpace == .cmyk else { return }
        if sampleFormat == .bgra8 { mixInks() } else { mixDeepInks() }
        colorSpace = .sRGB
        isOpaque = true
    }

    private mutating func mixInks() {
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
    }

    private mutating func mixDeepInks() {
        let (size, stride) = (size, bytesPerRow / 2)
        // Safe because rows hold `width` pixels of four samples.
        unsafe withMutableDeepRows { target in
            for y in 0..<size.height {
                let row = unsafe target + y * stride
                for x in 0..<size.width {
                    let pixel = unsafe row + x * 4
                    for ink in 0..<3 {
                        unsafe pixel[ink] = Convert.light(under: pixel[ink], pixel[3])
                    }
                    unsafe pixel[3] = .max
                }
            }
        }
    }
}

extension Convert {
    /// Returns the light that an ink and black leave of white, each 0 to 65535.
    @inline(__always)
    package static func light(under ink: UInt16, _ black: UInt16) -> UInt16 {
        UInt16(truncatingIfNeeded: (UInt32(~ink) * UInt32(~black) + 32767) / 65535)
    }
}
