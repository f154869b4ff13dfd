extension Bitmap {
    /// Draws `top`, its pixels × `opacity`, over this bitmap (source over).
    ///
    /// Each channel becomes top × *o* + own × (1 − top's alpha × *o*), rounded to the nearest byte,
    /// with *o* the opacity to 1/65536. Colour spaces are ignored.
    ///
    /// - Parameters:
    ///   - top: The bitmap to draw; the part outside of this one is cropped.
    ///   - x: The column of its top left pixel, which may be negative.
    ///   - y: The row of its top left pixel, which may be negative.
    ///   - opacity: The share of the picture that is drawn, 0 to 1.
    package mutating func composite(_ top: Bitmap, atX x: Int, y: Int, opacity: Double) {
        let opacity = FadedPixel.opacity(opacity)
        guard opacity > 0 else { return }
        guard opacity < FadedPixel.opaque else { return composite(top, atX: x, y: y) }
        let part = PixelRect(x: x, y: y, size: top.size).clamped(to: size)
        guard !part.size.isEmpty else { return }
        reduceToEightBits()
        let top = top.inEightBits
        let (stride, topStride) = (bytesPerRow, top.bytesPerRow)
        // Safe because `part` is inside this bitmap and, moved by the offset, inside `top`.
        unsafe top.withUnsafeRows { source in
            unsafe withUnsafeMutableRows { target in
                for row in part.y..<part.y + part.size.height {
                    unsafe FadedPixel.blend(
                        source + (row - y) * topStride + (part.x - x) * 4,
                        over: target + row * stride + part.x * 4, count: part.size.width,
                        opacity)
                }
            }
        }
    }

    /// Covers this bitmap with copies of `tile`, an odd number in each direction with one in the
    /// middle.
    ///
    /// - Parameters:
    ///   - tile: The bitmap to repeat.
    ///   - gap: The columns and rows between two copies, each at least 0.
    ///   - opacity: The share of the picture that is drawn, 0 to 1.
    /// - Complexity: One step for each pixel of this bitmap, however small the tile is.
    package mutating func composite(tiles tile: Bitmap, gap: PixelSize, opacity: Double) {
        let opacity = FadedPixel.opacity(opacity)
        guard opacity > 0 else { return }
        reduceToEightBits()
        let tile = tile.inEightBits
        let columns = TileAxis(tile.size.width, gap: gap.width, of: size.width)
        let rows = TileAxis(tile.size.height, gap: gap.height, of: size.height)
        let (size, stride, tileStride) = (size, bytesPerRow, tile.bytesPerRow)
        var line = [UInt32](repeating: 0, count: size.width)
        // Safe because every offset is inside a row of its bitmap, and rows hold pixels of four
        // bytes.
        unsafe tile.withUnsafeRows { source in
            unsafe withUnsafeMutableRows { target in
                for row in 0..<tile.size.height {
                    let first = rows.first(of: row)
                    guard first < size.height else { continue }
                    let pixels = unsafe UnsafeRawPointer(source + row * tileStride)
                        .assumingMemoryBound(to: UInt32.self)
                    columns.forEach { x, place in line[x] = unsafe pixels[place] }
                    unsafe line.withUnsafeBytes { line in
                        guard let line = line.baseAddress else { return }
                        for y in Swift.stride(from: first, to: size.height, by: rows.pitch) {
                            unsafe FadedPixel.blend(
                                line.assumingMemoryBound(to: UInt8.self), over: target + y * stride,
                                count: size.width, opacity)
                        }
                    }
                }
            }
        }
    }
}

/// The copies of a tile along one side of a picture.
private struct TileAxis {
    /// The length of a tile.
    let length: Int
    /// The distance from the start of a tile to the next one's.
    let pitch: Int
    private let side: Int
    /// The place within a tile and its gap at the picture's edge; half of the gap comes first.
    private let start: Int

    /// - Parameters:
    ///   - length: The length of a tile, at least 1.
    ///   - gap: The distance between two tiles, at least 0.
    ///   - side: The length of the picture, at least 1.
    init(_ length: Int, gap: Int, of side: Int) {
        (self.length, self.side, pitch) = (length, side, length + gap)
        var count = (side + pitch - 1) / pitch
        if count.isMultiple(of: 2) { count += 1 }
        start = ((count * pitch - side) / 2 + pitch - gap / 2) % pitch
    }

    /// Calls `body` with each position that is no gap, and its place within a tile.
    @inline(__always)
    func forEach(_ body: (_ position: Int, _ place: Int) -> Void) {
        var place = start
        for position in 0..<side {
            if place < length { body(position, place) }
            place = place + 1 == pitch ? 0 : place + 1
        }
    }

    /// Returns the first position with a place within a tile.
    func first(of place: Int) -> Int { (place - start + pitch) % pitch }
}

/// Source over at an opacity, two channels of a packed pixel at a time.
private enum FadedPixel {
    /// The opacity that changes nothing.
    static let opaque: UInt64 = 1 << 16

    /// Returns an opacity of 0 to 1 in steps of 1/65536.
    static func opacity(_ share: Double) -> UInt64 {
        UInt64((min(max(share, 0), 1) * Double(opaque)).rounded())
    }

    /// Draws `count` pixels over others.
    static func blend(
        _ top: UnsafePointer<UInt8>, over bottom: UnsafeMutablePointer<UInt8>, count: Int,
        _ opacity: UInt64
    ) {
        // Safe because the caller guarantees `count` pixels, which are aligned to four bytes.
        let source = unsafe UnsafeRawPointer(top).assumingMemoryBound(to: UInt32.self)
        let target = unsafe UnsafeMutableRawPointer(bottom).assumingMemoryBound(to: UInt32.self)
        for index in 0..<count {
            let pixel = UInt32(littleEndian: unsafe source[index])
            guard pixel != 0 else { continue }
            let below = UInt32(littleEndian: unsafe target[index])
            let (share, rest) = (255 &* opacity, 255 << 16 &- opacity &* UInt64(pixel >> 24))
            let even = mixed(pixel, share, below, rest)
            let odd = mixed(pixel >> 8, share, below >> 8, rest)
            unsafe target[index] = (even | odd << 8).littleEndian
        }
    }

    /// Returns the lowest and the third byte of `top` × `share` + `below` × `rest`, divided by
    /// 255 × 65536.
    ///
    /// The sum of a channel with half of the divisor fits 32 bits, since a channel is at most its
    /// pixel's alpha.
    @inline(__always)
    private static func mixed(
        _ top: UInt32, _ share: UInt64, _ below: UInt32, _ rest: UInt64
    ) -> UInt32 {
        let half: UInt64 = 0x7F_8000_007F_8000
        let sum = spread(top) &* share &+ spread(below) &* rest &+ half
        let quotient = sum >> 16 & 0xFFFF_0000_FFFF
        // Exact division by 255 of numbers below 65535.
        let bytes = quotient &+ 0x1_0000_0001 &+ (quotient >> 8 & 0xFF_0000_00FF)
        let result = bytes >> 8 & 0xFF_0000_00FF
        return UInt32(truncatingIfNeeded: result | result >> 16)
    }

    /// Returns the lowest and the third byte, 32 bits apart.
    @inline(__always)
    private static func spread(_ pixel: UInt32) -> UInt64 {
        UInt64(pixel & 0xFF) | UInt64(pixel & 0xFF_0000) << 16
    }
}

extension Bitmap {
    /// The smallest rectangle around all pixels that are not transparent; nil if there is none.
    package var inkRect: PixelRect? {
        guard !isOpaque else { return PixelRect(x: 0, y: 0, size: size) }
        guard sampleFormat == .bgra8 else { return inEightBits.inkRect }
        var (left, right, top, bottom) = (size.width, 0, size.height, 0)
        // Safe because rows hold `width` pixels of four bytes.
        unsafe withUnsafeRows { rows in
            for y in 0..<size.height {
                let line = unsafe rows + y * bytesPerRow
                let isInk = { (x: Int) in unsafe line[x * 4 + 3] > 0 }
                guard let first = (0..<size.width).first(where: isInk),
                    let last = (0..<size.width).last(where: isInk)
                else { continue }
                (left, right) = (min(left, first), max(right, last + 1))
                (top, bottom) = (min(top, y), y + 1)
            }
        }
        guard right > left else { return nil }
        return PixelRect(
            x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }
}
