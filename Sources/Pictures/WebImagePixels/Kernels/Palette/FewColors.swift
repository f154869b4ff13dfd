extension Bitmap {
    /// Returns `true` if the pixels have at most `limit` values, transparency included.
    ///
    /// The first rows reveal a photograph. A run of one value costs little more than one pixel.
    ///
    /// - Parameter limit: The most values, at most 256.
    package func hasColors(atMost limit: Int) -> Bool {
        guard sampleFormat == .bgra8 else { return inEightBits.hasColors(atMost: limit) }
        var seen = SeenColors()
        let (size, stride) = (size, bytesPerRow)
        // Safe because rows hold `width` pixels and are aligned for them.
        return unsafe withUnsafeRows { rows in
            for y in 0..<size.height {
                let line = unsafe UnsafeRawPointer(rows + y * stride)
                    .assumingMemoryBound(to: UInt32.self)
                var last: UInt32?
                for x in 0..<size.width {
                    let pixel = unsafe line[x]
                    if pixel == last { continue }
                    seen.insert(pixel)
                    if seen.count > limit { return false }
                    last = pixel
                }
            }
            return true
        }
    }
}

/// The values that were seen, at most a quarter of a table with linear probing.
private struct SeenColors {
    private var table = [UInt32](repeating: 0, count: 1024)
    private var hasZero = false
    private(set) var count = 0

    mutating func insert(_ pixel: UInt32) {
        guard pixel != 0 else {
            if !hasZero { count += 1 }
            hasZero = true
            return
        }
        var place = Int((pixel &* 0x9E37_79B1) >> 22)
        while table[place] != pixel {
            if table[place] == 0 {
                table[place] = pixel
                count += 1
                return
            }
            place = (place + 1) & 1023
        }
    }
}
