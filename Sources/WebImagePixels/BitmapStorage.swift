/// The memory of a bitmap: aligned rows, freed with the last reference.
// Safe because bytes are written only by a `Bitmap` that holds the one reference.
@safe final class BitmapStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int
    let byteCount: Int

    init(size: PixelSize) {
        let alignment = Bitmap.rowAlignment
        let (rowBytes, tooWide) = size.width.multipliedReportingOverflow(by: 4)
        precondition(!tooWide && rowBytes < .max - alignment, "\(size) is wider than memory.")
        bytesPerRow = (rowBytes + alignment - 1) / alignment * alignment
        let (total, tooLarge) = bytesPerRow.multipliedReportingOverflow(by: size.height)
        precondition(!tooLarge, "\(size) is larger than memory.")
        byteCount = total
        let memory = UnsafeMutableRawPointer.allocate(byteCount: total, alignment: alignment)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: total)
        // Safe because the line above bound the memory to bytes.
        unsafe base = memory.assumingMemoryBound(to: UInt8.self)
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
