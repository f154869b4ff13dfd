/// The memory of a bitmap: aligned rows, freed with the last reference.
// Safe because bytes are written only by a `Bitmap` that holds the one reference.
@safe final class BitmapStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int
    let byteCount: Int

    /// Memory for `size` pixels: transparent black, or whatever was there before.
    init(size: PixelSize, cleared: Bool = true) {
        let alignment = Bitmap.rowAlignment
        let (rowBytes, tooWide) = size.width.multipliedReportingOverflow(by: 4)
        precondition(!tooWide && rowBytes < .max - 2 * alignment, "\(size) is wider than memory.")
        bytesPerRow = Self.stride(ofRow: rowBytes)
        let (total, tooLarge) = bytesPerRow.multipliedReportingOverflow(by: size.height)
        precondition(!tooLarge, "\(size) is larger than memory.")
        byteCount = total
        let memory = UnsafeMutableRawPointer.allocate(byteCount: total, alignment: alignment)
        // Safe because the memory is `total` bytes long and bytes are trivial.
        unsafe base = memory.bindMemory(to: UInt8.self, capacity: total)
        if cleared { unsafe base.initialize(repeating: 0, count: total) }
    }

    /// Bytes from one row to the next.
    ///
    /// Rows whole pages apart would share one set of a processor's cache, and reading down a column
    /// of them would take half as long again. So they get one alignment more.
    static func stride(ofRow rowBytes: Int) -> Int {
        let alignment = Bitmap.rowAlignment
        let aligned = (rowBytes + alignment - 1) / alignment * alignment
        return aligned % 4096 == 0 ? aligned + alignment : aligned
    }

    init(copying other: BitmapStorage) {
        bytesPerRow = other.bytesPerRow
        byteCount = other.byteCount
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: byteCount, alignment: Bitmap.rowAlignment)
        // Safe because both are `byteCount` bytes long.
        unsafe memory.copyMemory(from: other.base, byteCount: byteCount)
        unsafe base = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit {
        unsafe base.deallocate()
    }
}
