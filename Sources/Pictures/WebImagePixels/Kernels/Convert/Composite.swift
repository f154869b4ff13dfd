extension Bitmap {
    /// Draws `top` over this bitmap (source over, Porter and Duff 1984).
    ///
    /// Colour spaces are ignored.
    ///
    /// - Parameters:
    ///   - top: The bitmap to draw; the part outside of this one is cropped.
    ///   - x: The column of its top left pixel, which may be negative.
    ///   - y: The row of its top left pixel, which may be negative.
    public mutating func composite(_ top: Bitmap, atX x: Int, y: Int) {
        let part = PixelRect(x: x, y: y, size: top.size).clamped(to: size)
        guard !part.size.isEmpty else { return }
        guard sampleFormat == .bgra8 else {
            return deepComposite(top.converted(to: sampleFormat), part, atX: x, y: y)
        }
        let top = top.inEightBits
        let stride = bytesPerRow
        let topStride = top.bytesPerRow
        let isCopy = top.isOpaque
        // Safe because `part` is inside this bitmap and, moved by the offset, inside `top`.
        unsafe top.withUnsafeRows { source in
            unsafe withUnsafeMutableRows { target in
                for row in part.y..<part.y + part.size.height {
                    let from = unsafe source + (row - y) * topStride + (part.x - x) * 4
                    let to = unsafe target + row * stride + part.x * 4
                    if isCopy {
                        unsafe to.update(from: from, count: part.size.width * 4)
                    } else {
                        unsafe Bitmap.blend(from, over: to, count: part.size.width)
                    }
                }
            }
        }
    }

    /// Sets all pixels of a rectangle to one value, alpha included.
    ///
    /// - Parameters:
    ///   - rect: The rectangle in pixels, clamped to this bitmap.
    ///   - pixel: Blue, green, red, alpha, premultiplied, each 0 to 255.
    public mutating func fill(_ rect: PixelRect, with pixel: SIMD4<UInt8>) {
        let part = rect.clamped(to: size)
        guard !part.size.isEmpty else { return }
        if part.size == size { isOpaque = pixel.w == 255 }
        isOpaque = isOpaque && pixel.w == 255
        switch sampleFormat {
        case .bgra8: fill(part, repeating: pixel)
        case .rgba16: fill(part, repeating: DeepPixel.sixteen(of: pixel))
        case .rgbaHalf:
            fill(part, repeating: LightPixel.light(of: DeepPixel.sixteen(of: pixel)))
        }
    }

    @inline(__always)
    private mutating func fill<Pixel: BitwiseCopyable>(_ part: PixelRect, repeating pixel: Pixel) {
        let stride = bytesPerRow
        // Safe because `part` is inside this bitmap and rows are aligned for its pixels.
        unsafe withUnsafeMutableRows { target in
            for row in part.y..<part.y + part.size.height {
                unsafe UnsafeMutableRawPointer(target + row * stride)
                    .assumingMemoryBound(to: Pixel.self).advanced(by: part.x)
                    .update(repeating: pixel, count: part.size.width)
            }
        }
    }

    /// Draws `count` pixels over others.
    private static func blend(
        _ top: UnsafePointer<UInt8>, over bottom: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        // Safe because the caller guarantees `count` pixels, which are aligned to four bytes.
        let source = unsafe UnsafeRawPointer(top).assumingMemoryBound(to: UInt32.self)
        let target = unsafe UnsafeMutableRawPointer(bottom).assumingMemoryBound(to: UInt32.self)
        for index in 0..<count {
            let pixel = UInt32(littleEndian: unsafe source[index])
            let rest = 255 - (pixel >> 24)
            if rest == 255 && pixel == 0 { continue }
            let below = UInt32(littleEndian: unsafe target[index])
            let sum = rest == 0 ? pixel : pixel &+ PackedPixel.multiply(below, rest)
            unsafe target[index] = sum.littleEndian
        }
    }
}
