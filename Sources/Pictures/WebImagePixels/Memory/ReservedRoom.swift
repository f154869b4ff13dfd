/// Address space from which blocks are cut one after the other; a pure state machine.
struct ReservedRoom: Sendable {
    private var next: UInt
    private let end: UInt
    private let pageByteCount: Int

    /// Returns the bytes of whole pages on any system, with some for alignment; `Int.max` on
    /// overflow.
    static func roundedUp(_ byteCount: Int) -> Int {
        let largestPage = 64 << 10
        guard byteCount > 0 else { return 0 }
        guard byteCount < .max - 4 * largestPage else { return .max }
        return (byteCount / largestPage + 3) * largestPage
    }

    /// Creates a room of whole pages, beginning at `start`.
    init(start: UInt, byteCount: Int, pageByteCount: Int) {
        next = start
        end = start + UInt(byteCount)
        self.pageByteCount = pageByteCount
    }

    /// Cuts off whole pages for `byteCount` bytes.
    ///
    /// - Returns: The address; nil if too few pages are left.
    mutating func cut(byteCount: Int) -> UInt? {
        guard byteCount > 0, byteCount <= Int(end - next) else { return nil }
        let pages = (byteCount + pageByteCount - 1) / pageByteCount
        defer { next += UInt(pages * pageByteCount) }
        return next
    }

    /// The remaining pages; nil if there are none.
    var rest: SpareBlocks.Block? {
        next < end ? SpareBlocks.Block(address: next, byteCount: Int(end - next)) : nil
    }
}
