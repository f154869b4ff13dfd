extension Bitmap {
    /// Returns this bitmap over a colour, which shows where it is transparent.
    ///
    /// - Parameter color: Blue, green, red, alpha, premultiplied, each 0 to 255.
    package func laid(over color: SIMD4<UInt8>) -> Bitmap {
        guard !isOpaque, color.w > 0 else { return self }
        if sampleFormat != .bgra8 {
            var result = alike(size)
            result.fill(PixelRect(x: 0, y: 0, size: size), with: color)
            result.composite(self, atX: 0, y: 0)
            return result
        }
        // Safe because both are four bytes, of which any are valid.
        let below = unsafe UInt32(littleEndian: unsafeBitCast(color, to: UInt32.self))
        return unsafe mappingRows(isOpaque: color.w == 255) { source, target, count in
            // Safe because both rows have `count` pixels, which are aligned to four bytes.
            let source = unsafe UnsafeRawPointer(source).assumingMemoryBound(to: UInt32.self)
            let target = unsafe UnsafeMutableRawPointer(target)
                .assumingMemoryBound(to: UInt32.self)
            for index in 0..<count {
                let pixel = UInt32(littleEndian: unsafe source[index])
                let sum = pixel &+ PackedPixel.multiply(below, 255 - pixel >> 24)
                unsafe target[index] = sum.littleEndian
            }
        }
    }
}
