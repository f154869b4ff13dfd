extension Bitmap {
    /// Paints one colour over the bitmap's own pixels (source atop); alpha stays.
    ///
    /// Each channel becomes colour × a + channel × (1 − a), with a the colour's alpha, rounded to
    /// the nearest byte. Transparent pixels stay transparent.
    ///
    /// - Parameter color: Blue, green, red, alpha, not premultiplied, each 0 to 255.
    public mutating func tint(_ color: SIMD4<UInt8>) {
        guard sampleFormat == .bgra8 else { return self = deepTinted(color, mode: .normal) }
        let alpha = UInt32(color.w)
        let rest = (255 - alpha) * 255
        let blue = UInt32(color.x) * alpha
        let green = UInt32(color.y) * alpha
        let red = UInt32(color.z) * alpha
        mapPixels { pixel in
            let own = UInt32(pixel.w)
            // At most 255 × 255 × 255 + 32512, so it fits; the sum never exceeds the pixel's alpha.
            return SIMD4(
                UInt8(truncatingIfNeeded: (blue * own + UInt32(pixel.x) * rest + 32512) / 65025),
                UInt8(truncatingIfNeeded: (green * own + UInt32(pixel.y) * rest + 32512) / 65025),
                UInt8(truncatingIfNeeded: (red * own + UInt32(pixel.z) * rest + 32512) / 65025),
                pixel.w)
        }
    }

    /// Replaces every colour by the grey of its luma (``Convert/luma(_:_:_:)``); alpha stays.
    public mutating func desaturate() {
        guard sampleFormat == .bgra8 else { return self = deepDesaturated() }
        mapPixels { pixel in
            let gray = Convert.luma(pixel.x, pixel.y, pixel.z)
            return SIMD4(gray, gray, gray, pixel.w)
        }
    }

    @inline(__always)
    private mutating func mapPixels(_ change: (SIMD4<UInt8>) -> SIMD4<UInt8>) {
        let (size, stride) = (size, bytesPerRow)
        // Safe because every row holds `width` pixels, aligned to four bytes.
        unsafe withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                let line = unsafe UnsafeMutableRawPointer(rows + y * stride)
                    .assumingMemoryBound(to: SIMD4<UInt8>.self)
                for x in 0..<size.width { unsafe line[x] = change(line[x]) }
            }
        }
    }
}
