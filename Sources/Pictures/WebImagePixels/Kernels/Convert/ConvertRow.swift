import CWebImageKernels

/// One row to be converted from one layout to another; closures are inlined into the loops.
// Safe because it exists only inside a call of `Convert`, whose caller guarantees both rows.
@safe struct ConvertRow {
    private let source: UnsafePointer<UInt8>
    private let target: UnsafeMutablePointer<UInt8>
    private let count: Int

    @inline(__always)
    init(source: UnsafePointer<UInt8>, target: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe self.source = unsafe source
        unsafe self.target = unsafe target
        self.count = count
    }

    /// Converts four bytes to four bytes, the first one lowest.
    @inline(__always)
    func map(_ change: (UInt32) -> UInt32) {
        for pixel in 0..<count {
            // Safe because both rows have `count` × 4 bytes.
            let value = unsafe UnsafeRawPointer(source).loadUnaligned(
                fromByteOffset: pixel * 4, as: UInt32.self)
            unsafe UnsafeMutableRawPointer(target).storeBytes(
                of: change(value.littleEndian).littleEndian, toByteOffset: pixel * 4,
                as: UInt32.self)
        }
    }

    /// Converts one, two or three bytes to four; missing bytes are passed as 0.
    @inline(__always)
    func widen(_ step: Int, _ change: (UInt8, UInt8, UInt8) -> UInt32) {
        for pixel in 0..<count {
            // Safe because the source has `count` × `step` bytes, the target `count` × 4.
            let from = unsafe source + pixel * step
            let second = step > 1 ? unsafe from[1] : 0
            let third = step > 2 ? unsafe from[2] : 0
            unsafe UnsafeMutableRawPointer(target).storeBytes(
                of: change(from[0], second, third).littleEndian, toByteOffset: pixel * 4,
                as: UInt32.self)
        }
    }

    /// Converts four bytes to one, two or three, taken from the lowest byte of the result upwards.
    @inline(__always)
    func narrow(_ step: Int, _ change: (UInt32) -> UInt32) {
        for pixel in 0..<count {
            // Safe because the source has `count` × 4 bytes, the target `count` × `step`.
            let value = unsafe UnsafeRawPointer(source).loadUnaligned(
                fromByteOffset: pixel * 4, as: UInt32.self)
            let result = change(value.littleEndian)
            let to = unsafe target + pixel * step
            unsafe to[0] = UInt8(truncatingIfNeeded: result)
            if step > 1 { unsafe to[1] = UInt8(truncatingIfNeeded: result >> 8) }
            if step > 2 { unsafe to[2] = UInt8(truncatingIfNeeded: result >> 16) }
        }
    }

    /// Converts three bytes a pixel in C and returns the rest of the row: all of it without C.
    func widened(swaps: Bool) -> ConvertRow {
        guard ResampleKernel.isInC else { return self }
        // Safe because the loop stays inside both rows, and the rest follows what it converted.
        let done = unsafe cwik_widen(source, target, count, swaps)
        return unsafe ConvertRow(
            source: source + done * 3, target: target + done * 4, count: count - done)
    }
}
