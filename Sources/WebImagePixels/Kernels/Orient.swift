extension Bitmap {
    /// The upright picture of pixels stored with `orientation`.
    public func oriented(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        var result = Bitmap(
            uninitialized: orientation.upright(size), colorSpace: colorSpace, isOpaque: isOpaque)
        let walk = OrientedWalk(orientation, size: size, stride: bytesPerRow / 4)
        let targetStride = result.bytesPerRow / 4
        // Safe because rows are aligned for four-byte pixels and the walk stays inside the source.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe walk.copy(
                    from: UnsafeRawPointer(source).assumingMemoryBound(to: UInt32.self),
                    to: UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self),
                    size: orientation.upright(size), stride: targetStride)
            }
        }
        return result
    }
}

/// Where the upright pixels stand among the stored ones, counted in pixels.
private struct OrientedWalk {
    /// The stored place of the upright top left pixel.
    let start: Int
    /// From an upright pixel to its right neighbour.
    let right: Int
    /// From an upright pixel to the one below.
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

    /// Copies in squares, so that stored rows read by columns stay in the cache.
    func copy(
        from source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>,
        size: PixelSize, stride: Int
    ) {
        let isRow = right == 1 || right == -1
        let side = isRow ? size.width : 16
        for top in Swift.stride(from: 0, to: size.height, by: 16) {
            for left in Swift.stride(from: 0, to: size.width, by: side) {
                let columns = min(side, size.width - left)
                for y in top..<min(top + 16, size.height) {
                    // Safe because every upright pixel has its place in the source.
                    let from = unsafe source + start + left * right + y * down
                    unsafe copyRow(from, target + y * stride + left, count: columns)
                }
            }
        }
    }

    @inline(__always)
    private func copyRow(
        _ source: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        // Safe because the caller counted `count` pixels on both sides. Steps known when compiling
        // let the optimizer copy and reverse whole vectors.
        switch right {
        case 1: unsafe target.update(from: source, count: count)
        case -1: for x in 0..<count { unsafe target[x] = source[-x] }
        default: for x in 0..<count { unsafe target[x] = source[x * right] }
        }
    }
}
