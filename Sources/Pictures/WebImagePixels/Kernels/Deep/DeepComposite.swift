extension Bitmap {
    /// Draws a part of a deep bitmap over this one of the same format.
    ///
    /// - Parameter part: The rectangle of this bitmap that is drawn over.
    mutating func deepComposite(_ top: Bitmap, _ part: PixelRect, atX x: Int, y: Int) {
        let (stride, topStride, isCopy) = (bytesPerRow / 2, top.bytesPerRow / 2, top.isOpaque)
        significantBits = max(significantBits, top.significantBits)
        headroom = max(headroom, top.headroom)
        let isLight = sampleFormat == .rgbaHalf
        // Safe because `part` is inside this bitmap and, moved by the offset, inside `top`.
        unsafe top.withDeepRows { source in
            unsafe withMutableDeepRows { target in
                for row in part.y..<part.y + part.size.height {
                    let from = unsafe source + (row - y) * topStride + (part.x - x) * 4
                    let to = unsafe target + row * stride + part.x * 4
                    if isCopy {
                        unsafe to.update(from: from, count: part.size.width * 4)
                    } else {
                        unsafe isLight
                            ? Self.deepBlend(LinearNumbers.self, from, over: to, part.size.width)
                            : Self.deepBlend(CurvedNumbers.self, from, over: to, part.size.width)
                    }
                }
            }
        }
    }

    /// Draws `count` pixels over others (source over); colours are not multiplied by alpha.
    @inline(__always)
    private static func deepBlend<Numbers: DeepNumbers>(
        _: Numbers.Type, _ top: UnsafePointer<UInt16>, over bottom: UnsafeMutablePointer<UInt16>,
        _ count: Int
    ) {
        for pixel in 0..<count {
            // Safe because the caller guarantees `count` pixels.
            let from = unsafe top + pixel * 4
            let to = unsafe bottom + pixel * 4
            let alpha = unsafe min(max(Numbers.number(from[3]), 0), 1)
            if alpha == 0 { continue }
            guard alpha < 1 else {
                unsafe to.update(from: from, count: 4)
                continue
            }
            let below = unsafe min(max(Numbers.number(to[3]), 0), 1) * (1 - alpha)
            let sum = alpha + below
            for channel in 0..<3 {
                let mixed =
                    unsafe Numbers.number(from[channel]) * alpha
                    + Numbers.number(to[channel]) * below
                unsafe to[channel] = Numbers.sample(mixed / sum)
            }
            unsafe to[3] = Numbers.sample(sum)
        }
    }
}
