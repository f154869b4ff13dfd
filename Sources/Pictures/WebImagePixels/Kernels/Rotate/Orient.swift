import CWebImageKernels

extension Bitmap {
    /// Returns the upright bitmap of stored pixels.
    ///
    /// - Parameter orientation: The arrangement of the stored rows and columns.
    public func oriented(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        return oriented(orientation, usesC: ResampleKernel.isInC)
    }

    /// Returns the upright picture, also for the orientation `up`.
    ///
    /// - Parameter usesC: `true` runs the loops in C, which the processor must support.
    func oriented(_ orientation: Orientation, usesC: Bool) -> Bitmap {
        guard sampleFormat == .bgra8 else { return deepOriented(orientation) }
        var result = alike(orientation.upright(size))
        let walk = OrientedWalk(orientation, size: size, stride: bytesPerRow / 4)
        let targetStride = result.bytesPerRow / 4
        // Safe because rows are aligned for four-byte pixels and the walk stays inside the source.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe walk.copy(
                    from: UnsafeRawPointer(source).assumingMemoryBound(to: UInt32.self),
                    to: UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self),
                    size: orientation.upright(size), stride: targetStride, usesC: usesC)
            }
        }
        return result
    }

    private func deepOriented(_ orientation: Orientation) -> Bitmap {
        var result = alike(orientation.upright(size))
        let bytes = sampleFormat.bytesPerPixel
        let walk = OrientedWalk(orientation, size: size, stride: bytesPerRow / bytes)
        let (targetStride, upright) = (result.bytesPerRow / bytes, result.size)
        // Safe because rows are aligned for eight-byte pixels and the walk stays inside the source.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe walk.copy(
                    from: UnsafeRawPointer(source).assumingMemoryBound(to: UInt64.self),
                    to: UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt64.self),
                    columns: 0..<upright.width, rows: 0..<upright.height, stride: targetStride)
            }
        }
        return result
    }
}

extension Bitmap {
    /// Returns a bitmap of undefined pixels that has another size than this one.
    func alike(_ size: PixelSize) -> Bitmap {
        var result = Bitmap(
            uninitialized: size, as: sampleFormat, colorSpace: colorSpace, isOpaque: isOpaque)
        result.describe(as: self)
        return result
    }

    /// States what the samples mean: the same as those of another bitmap.
    mutating func describe(as other: Bitmap) {
        (significantBits, headroom) = (other.significantBits, other.headroom)
    }
}

/// The positions of upright pixels among the stored ones, counted in pixels.
private struct OrientedWalk {
    /// The stored position of the upright top left pixel.
    let start: Int
    /// The distance from an upright pixel to its right neighbour.
    let right: Int
    /// The distance from an upright pixel to the one below.
    let down: Int

    init(_ orientation: Orientation, size: PixelSize, stride: Int) {
        let lastColumn = size.width - 1
        let lastRow = (size.height - 1) * stride
        (start, right, down) =
            switch orientation {
            case .up: (0, 1, stride)
            case .upMirrored: (lastColumn, -1, stride)
            case .down: (lastRow + lastColumn, -1, -stride)
            case .downMirrored: (lastRow, 1, -stride)
            case .leftMirrored: (0, stride, 1)
            case .right: (lastRow, -stride, 1)
            case .rightMirrored: (lastRow + lastColumn, -stride, -1)
            case .left: (lastColumn, stride, -1)
            }
    }

    /// Copies all pixels: whole squares of swapped sides in C, the rest in Swift.
    func copy(
        from source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>,
        size: PixelSize, stride: Int, usesC: Bool
    ) {
        var done = PixelSize(width: 0, height: 0)
        if usesC, abs(down) == 1, size.width >= 8, size.height >= 8 {
            done = PixelSize(width: size.width & ~7, height: size.height & ~7)
            unsafe transpose(from: source, to: target, size: done, stride: stride)
        }
        unsafe copy(
            from: source, to: target, columns: done.width..<size.width, rows: 0..<done.height,
            stride: stride)
        unsafe copy(
            from: source, to: target, columns: 0..<size.width, rows: done.height..<size.height,
            stride: stride)
    }

    /// The size from which a picture exceeds the processor's caches, so that stores bypass them.
    private static let leastStreamedBytes = 16 << 20

    /// Turns columns into rows; both sides of `size` are multiples of 8.
    private func transpose(
        from source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>,
        size: PixelSize, stride: Int
    ) {
        // Safe because every upright pixel has its position in the source. If columns go leftwards,
        // the last one is read first and becomes the last row.
        let columns = unsafe CWIKColumns(
            base: source + start + (down < 0 ? (size.height - 1) * down : 0), across: right,
            width: size.width, height: size.height)
        let first = unsafe down < 0 ? target + (size.height - 1) * stride : target
        unsafe cwik_transpose(
            columns, first, down < 0 ? -stride : stride,
            stride * size.height * 4 >= Self.leastStreamedBytes)
    }

    /// Copies in squares, so that stored rows read by columns stay in the cache.
    @inline(__always)
    func copy<Pixel: BitwiseCopyable>(
        from source: UnsafePointer<Pixel>, to target: UnsafeMutablePointer<Pixel>,
        columns: Range<Int>, rows: Range<Int>, stride: Int
    ) {
        let isRow = right == 1 || right == -1
        let side = isRow ? max(columns.count, 1) : 16
        for top in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: 16) {
            for left in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
                let count = min(side, columns.upperBound - left)
                for y in top..<min(top + 16, rows.upperBound) {
                    // Safe because every upright pixel has its position in the source.
                    let from = unsafe source + start + left * right + y * down
                    unsafe copyRow(from, target + y * stride + left, count: count)
                }
            }
        }
    }

    @inline(__always)
    private func copyRow<Pixel: BitwiseCopyable>(
        _ source: UnsafePointer<Pixel>, _ target: UnsafeMutablePointer<Pixel>, count: Int
    ) {
        // Safe because the caller guarantees `count` pixels on both sides. Constant steps let the
        // optimizer copy and reverse whole vectors.
        switch right {
        case 1: unsafe target.update(from: source, count: count)
        case -1: for x in 0..<count { unsafe target[x] = source[-x] }
        default: for x in 0..<count { unsafe target[x] = source[x * right] }
        }
    }
}
