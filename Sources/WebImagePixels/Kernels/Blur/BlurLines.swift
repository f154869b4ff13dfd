import CWebImageKernels

/// Blurs the rows or the columns of a picture, a few lines at a time.
struct BlurLines {
    /// The fraction bits of pixels between the three boxes.
    private static let fractionBits: Int32 = 7

    /// The pixels of a line.
    let length: Int
    /// The lines blurred together: for columns those of one cache line, so that none is read twice.
    let lanes: Int
    /// `true` if the loops in C run.
    let usesC: Bool

    /// Blurs `count` lines in place.
    ///
    /// - Parameters:
    ///   - step: The bytes from one pixel of a line to the next.
    ///   - next: The bytes from one line to the next.
    func run(
        _ base: UnsafeMutablePointer<UInt8>, across count: Int, step: Int, next: Int,
        _ box: BlurBox
    ) {
        // Each line with the pixels beyond its edges that three boxes reach.
        let padded = length + 6 * box.reach
        let lines = UnsafeMutablePointer<SIMD4<Int32>>.allocate(capacity: padded * (lanes + 4))
        // Safe because both buffers hold the elements counted by the loops below.
        let other = unsafe lines + padded * lanes
        defer { unsafe lines.deallocate() }
        for first in Swift.stride(from: 0, to: count, by: lanes) {
            let used = min(lanes, count - first)
            let start = unsafe base + first * next
            guard !usesC else {
                let place = unsafe CWIKLines(
                    base: start, length: length, used: used, step: step, next: next)
                // Safe because the scratch memory has room for four more padded lines than used.
                unsafe cwik_blur(place, lines.numbers, box.inC)
                continue
            }
            unsafe load(start, lines, used, step, next, margin: 3 * box.reach)
            for lane in 0..<used {
                let line = unsafe lines + lane * padded
                unsafe box.blur(line, into: other, count: length + 4 * box.reach)
                unsafe box.blur(other, into: line, count: length + 2 * box.reach)
                unsafe box.blur(line, into: other, count: length)
                unsafe line.update(from: other, count: length)
            }
            unsafe store(lines, start, used, step, next, padded)
        }
    }

    private func load(
        _ base: UnsafePointer<UInt8>, _ lines: UnsafeMutablePointer<SIMD4<Int32>>, _ used: Int,
        _ step: Int, _ next: Int, margin: Int
    ) {
        let padded = length + 2 * margin
        for index in 0..<length {
            for lane in 0..<used {
                // Safe because line `lane` has pixel `index`.
                let pixel = unsafe UnsafeRawPointer(base + index * step + lane * next)
                    .load(as: SIMD4<UInt8>.self)
                unsafe lines[lane * padded + margin + index] =
                    SIMD4<Int32>(truncatingIfNeeded: pixel) &<< Self.fractionBits
            }
        }
        for lane in 0..<used {
            let line = unsafe lines + lane * padded
            let end = margin + length
            // Safe because a line has `margin` pixels on both sides.
            unsafe line.update(repeating: line[margin], count: margin)
            unsafe (line + end).update(repeating: line[end - 1], count: margin)
        }
    }

    private func store(
        _ lines: UnsafePointer<SIMD4<Int32>>, _ base: UnsafeMutablePointer<UInt8>, _ used: Int,
        _ step: Int, _ next: Int, _ padded: Int
    ) {
        let half = SIMD4<Int32>(repeating: 1 << (Self.fractionBits - 1))
        for index in 0..<length {
            for lane in 0..<used {
                // Safe because line `lane` has pixel `index`.
                let value = unsafe (lines[lane * padded + index] &+ half) &>> Self.fractionBits
                unsafe UnsafeMutableRawPointer(base + index * step + lane * next).storeBytes(
                    of: SIMD4<UInt8>(truncatingIfNeeded: value), as: SIMD4<UInt8>.self)
            }
        }
    }
}

extension UnsafeMutablePointer<SIMD4<Int32>> {
    /// The same memory as numbers, four a pixel.
    fileprivate var numbers: UnsafeMutablePointer<Int32> {
        // Safe because a pixel is four numbers without padding.
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: Int32.self)
    }
}

extension BlurBox {
    fileprivate var inC: CWIKBox { CWIKBox(radius: radius, inner: inner, outer: outer) }
}
