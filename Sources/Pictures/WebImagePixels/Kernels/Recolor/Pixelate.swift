extension Bitmap {
    /// Returns this bitmap as blocks of one colour each: the mean of their premultiplied pixels.
    ///
    /// Blocks begin at the top left. A block that reaches beyond an edge has the mean of the
    /// picture and its mirror image beyond that edge.
    ///
    /// - Parameter side: The width and height of a block in pixels; up to 1 changes nothing.
    package func pixelated(side: Int) -> Bitmap {
        guard side > 1 else { return self }
        guard sampleFormat == .bgra8 else { return inEightBits.pixelated(side: side) }
        var result = Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque)
        let columns = PixelBlocks(length: size.width, side: side)
        let rows = PixelBlocks(length: size.height, side: side)
        let (size, stride) = (size, bytesPerRow)
        // Safe because both bitmaps have the same size, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for block in 0..<rows.count {
                    var sums = [SIMD4<UInt64>](repeating: .zero, count: columns.count)
                    let read = rows.pixels(of: block)
                    for y in read {
                        let times = UInt64(rows.times(y, of: block))
                        unsafe columns.add(source + y * stride, times: times, to: &sums)
                    }
                    let lines = rows.range(of: block)
                    let first = unsafe target + lines.lowerBound * stride
                    unsafe columns.fill(first, with: sums, rows: rows.side)
                    for y in lines.dropFirst() {
                        unsafe (target + y * stride).update(from: first, count: size.width * 4)
                    }
                }
            }
        }
        return result
    }
}

/// The blocks of one axis.
private struct PixelBlocks {
    let length: Int
    let side: Int
    /// The number of blocks; the last one may reach beyond the edge.
    let count: Int
    /// The number of times each pixel counts in the last block; empty if that ends at the edge.
    private let mirrored: [UInt32]
    private let firstMirrored: Int

    init(length: Int, side: Int) {
        self.length = length
        self.side = side
        count = (length + side - 1) / side
        guard length % side > 0 else {
            mirrored = []
            firstMirrored = length
            return
        }
        // Whole turns, there and back, take each pixel twice.
        let turns = side / (2 * length)
        var times = [UInt32](repeating: UInt32(2 * turns), count: length)
        let first = (count - 1) * side
        for place in first..<first + side - turns * 2 * length {
            let turn = place % (2 * length)
            times[turn < length ? turn : 2 * length - 1 - turn] += 1
        }
        mirrored = times
        firstMirrored = times.firstIndex { $0 > 0 } ?? 0
    }

    /// Returns the pixels that a block covers.
    func range(of block: Int) -> Range<Int> { block * side..<min((block + 1) * side, length) }

    /// Returns the pixels whose mean a block shows.
    func pixels(of block: Int) -> Range<Int> {
        isMirrored(block) ? firstMirrored..<length : range(of: block)
    }

    /// Returns how often a pixel counts in a block.
    func times(_ pixel: Int, of block: Int) -> UInt32 { isMirrored(block) ? mirrored[pixel] : 1 }

    private func isMirrored(_ block: Int) -> Bool { block == count - 1 && !mirrored.isEmpty }

    /// Adds a row of pixels to the sums of the blocks.
    func add(_ row: UnsafePointer<UInt8>, times: UInt64, to sums: inout [SIMD4<UInt64>]) {
        // Safe because the row has `length` pixels, aligned to four bytes.
        let pixels = unsafe UnsafeRawPointer(row).assumingMemoryBound(to: SIMD4<UInt8>.self)
        for block in 0..<count {
            var sum = SIMD4<UInt32>.zero
            let isMirrored = isMirrored(block)
            for pixel in self.pixels(of: block) {
                let value = unsafe SIMD4<UInt32>(truncatingIfNeeded: pixels[pixel])
                sum &+= isMirrored ? value &* mirrored[pixel] : value
            }
            sums[block] &+= SIMD4<UInt64>(truncatingIfNeeded: sum) &* times
        }
    }

    /// Fills a row with the means of blocks, rounded.
    func fill(_ row: UnsafeMutablePointer<UInt8>, with sums: [SIMD4<UInt64>], rows: Int) {
        let area = UInt64(side) * UInt64(rows)
        // Safe because the row has `length` pixels, aligned to four bytes.
        let pixels = unsafe UnsafeMutableRawPointer(row)
            .assumingMemoryBound(to: SIMD4<UInt8>.self)
        for block in 0..<count {
            let mean = SIMD4<UInt8>(
                truncatingIfNeeded: (sums[block] &+ (area / 2)) / SIMD4(repeating: area))
            let range = range(of: block)
            unsafe (pixels + range.lowerBound).update(repeating: mean, count: range.count)
        }
    }
}
