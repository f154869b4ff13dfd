/// The memory of a bitmap: aligned rows, freed with the last reference.
// Safe because bytes are written only by a `Bitmap` that holds the only reference.
@safe final class BitmapStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int
    let byteCount: Int
    /// The allocated block, which begins some bytes before the aligned `base`.
    private let block: UnsafeMutableRawPointer

    /// Allocates memory for `size` pixels: transparent black or undefined bytes; nil if refused.
    init?(size: PixelSize, bytesPerPixel: Int, cleared: Bool = true) {
        let (rowBytes, tooWide) = size.width.multipliedReportingOverflow(by: bytesPerPixel)
        precondition(
            !tooWide && rowBytes < .max - 2 * Bitmap.rowAlignment,
            "A row of \(size) does not fit into memory.")
        bytesPerRow = Self.stride(ofRow: rowBytes)
        let (total, tooLarge) = bytesPerRow.multipliedReportingOverflow(by: size.height)
        precondition(
            !tooLarge && total < .max - Bitmap.rowAlignment,
            "A bitmap of \(size) does not fit into memory.")
        guard let memory = unsafe Self.allocate(byteCount: total, cleared: cleared) else {
            return nil
        }
        byteCount = total
        unsafe (block, base) = memory
    }

    /// Ends the process: the system refused memory and the caller cannot fail.
    static func failWithoutMemory(byteCount: Int) -> Never {
        preconditionFailure("Not enough memory for a bitmap of \(byteCount) bytes.")
    }

    private static func allocate(
        byteCount: Int, cleared: Bool
    ) -> (block: UnsafeMutableRawPointer, base: UnsafeMutablePointer<UInt8>)? {
        let room = roomByteCount(byteCount)
        let found = unsafe cleared ? zeroedMemory(byteCount: room) : memory(byteCount: room)
        guard let block = unsafe found else { return nil }
        // Safe because `byteCount` bytes follow the aligned address, and bytes are trivial.
        let start = unsafe block.alignedUp(toMultipleOf: Bitmap.rowAlignment)
        return unsafe (block, start.bindMemory(to: UInt8.self, capacity: byteCount))
    }

    /// Returns the bytes to allocate for `byteCount` aligned bytes.
    private static func roomByteCount(_ byteCount: Int) -> Int {
        byteCount + Bitmap.rowAlignment
    }

    /// Returns the distance between rows in bytes.
    ///
    /// Rows a multiple of 4 kB apart would share few sets of a cache, whatever the size of a page:
    /// reading down a column would take half as long again. Such rows get one alignment more.
    static func stride(ofRow rowBytes: Int) -> Int {
        let alignment = Bitmap.rowAlignment
        let aligned = (rowBytes + alignment - 1) / alignment * alignment
        return aligned % 4096 == 0 ? aligned + alignment : aligned
    }

    /// Copies the bytes of another storage; nil if memory is refused.
    init?(copying other: BitmapStorage) {
        let count = other.byteCount
        guard let memory = unsafe Self.allocate(byteCount: count, cleared: false) else {
            return nil
        }
        bytesPerRow = other.bytesPerRow
        byteCount = count
        unsafe (block, base) = memory
        // Safe because both are `byteCount` bytes long.
        unsafe base.update(from: other.base, count: byteCount)
    }

    deinit {
        unsafe releaseMemory(block, byteCount: Self.roomByteCount(byteCount))
    }
}
