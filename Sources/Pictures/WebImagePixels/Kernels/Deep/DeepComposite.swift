extension Bitmap {
    /// Draws a part of a deep bitmap over this one of the same format.
    ///
    /// - Parameter part: The rectangle of this bitmap that is drawn over.
    mutating func deepComposite(_ top: Bitmap, _ part: PixelRect, atX x: Int, y: Int) {
        let (stride, topStride, isCopy) = (bytesPerRow / 2, top.bytesPerRow / 2, top.isOpaque)
        significantBits = max(significantBits, top.significantBits)
        // Safe because `part` is inside this bitmap and, moved by the offset, inside `top`.
        unsafe top.withDeepRows { source in
            unsafe withMutableDeepRows { target in
                for row in part.y..<part.y + part.size.height {
                    let from = unsafe source + (row - y) * topStride + (part.x - x) * 4
                    let to = unsafe target + row * stride + part.x * 4
                    if isCopy {
                        unsafe to.update(from: from, count: part.size.width * 4)
                    } else {
                        unsafe Self.deepBlend(from, over: to, count: part.size.width)
                    }
                }
            }
        }
    }

    /// Draws `count` pixels over others (source over); colours are not multiplied by alpha.
    private static func deepBlend(
        _ top: UnsafePointer<UInt16>, over bottom: UnsafeMutablePointer<UInt16>, count: Int
    ) {
        for pixel in 0..<count {
            // Safe because the caller guarantees `count` pixels.
            let from = unsafe top + pixel * 4
            let to = unsafe bottom + pixel * 4
            let alpha = unsafe from[3]
            if alpha == 0 { continue }
            let below = unsafe Float(to[3]) * Float(65535 - alpha) / 65535
            let sum = Float(alpha) + below
            for channel in 0..<3 where alpha < 65535 {
                let mixed = unsafe Float(from[channel]) * Float(alpha) + Float(to[channel]) * below
                unsafe to[channel] = UInt16(min(mixed / sum + 0.5, 65535))
            }
            if alpha == 65535 { unsafe to.update(from: from, count: 3) }
            unsafe to[3] = UInt16(min(sum + 0.5, 65535))
        }
    }
}
