/// The memory of a bitmap: aligned rows, freed with the last reference.
// Safe because bytes are written only by a `Bitmap` that holds the one reference.
@safe final class BitmapStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int
    let byteCount: Int
    /// What was allocated: some bytes before `base`, which is aligned.
    private let block: UnsafeMutableRawPointer

    /// Memory for `size` pixels: transparent black, or whatever was there before.
    init(size: PixelSize, cleared: Bool = true) {
        let (rowBytes, tooWide) = size.width.multipliedReportingOverflow(by: 4)
        precondition(
            !tooWide && rowBytes < .max - 2 * Bitmap.rowAlignment,
            "\(size) is wider than memory.")
        bytesPerRow = Self.stride(ofRow: rowBytes)
        let (total, tooLarge) = bytesPerRow.multipliedReportingOverflow(by: size.height)
        precondition(
            !tooLarge && total < .max - Bitmap.rowAlignment, "\(size) is larger than memory.")
        byteCount = total
        unsafe (block, base) = Self.allocate(byteCount: total, cleared: cleared)
    }

    private static func allocate(
        byteCount: Int, cleared: Bool
    ) -> (block: UnsafeMutableRawPointer, base: UnsafeMutablePointer<UInt8>) {
        let room = roomByteCount(byteCount)
        let found = unsafe cleared ? zeroedMemory(byteCount: room) : memory(byteCount: room)
        guard let block = unsafe found else {
            preconditionFailure("There is no memory for a bitmap of \(byteCount) bytes.")
        }
        // Safe because `byteCount` bytes follow the aligned address, and bytes are trivial.
        let start = unsafe block.alignedUp(toMultipleOf: Bitmap.rowAlignment)
        return unsafe (block, start.bindMemory(to: UInt8.self, capacity: byteCount))
    }

    /// What is allocated for so many bytes.
    private static func roomByteCount(_ byteCount: Int) -> Int {
        byteCount + Bitmap.rowAlignment
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
        unsafe (block, base) = Self.allocate(byteCount: byteCount, cleared: false)
        // Safe because both are `byteCount` bytes long.
        unsafe base.update(from: other.base, count: byteCount)
    }

    deinit {
        unsafe releaseMemory(block, byteCount: Self.roomByteCount(byteCount))
    }
}
