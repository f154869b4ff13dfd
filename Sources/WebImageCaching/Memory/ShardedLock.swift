import Synchronization

/// Values that are locked apart, each on cache lines of its own: threads that use different ones
/// neither wait for each other nor for a line.
// Safe because the row alone holds the memory, in which each place has its lock from the beginning to
// the end, and reaches it only by an index that is brought within the row.
@safe struct ShardedLock<Value: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutableRawPointer
    private let mask: Int
    private let stride: Int

    /// The number of values.
    var count: Int { mask + 1 }

    /// As many values, at least; a power of two.
    init(count: Int, _ make: () -> Value) {
        mask = max(1, count).roundedUpToPowerOfTwo - 1
        let size = MemoryLayout<Mutex<Value>>.stride
        stride = (size + Self.lineByteCount - 1) / Self.lineByteCount * Self.lineByteCount
        unsafe base = .allocate(
            byteCount: (mask + 1) * stride, alignment: max(Self.lineByteCount, size))
        for index in 0...mask {
            unsafe (base + index * stride).initializeMemory(
                as: Mutex<Value>.self, to: Mutex(make()))
        }
    }

    deinit {
        for index in 0...mask { unsafe place(index).deinitialize(count: 1) }
        unsafe base.deallocate()
    }

    /// Runs `body` with the value at `index`, of which only the low bits count.
    @inline(__always)
    func withLock<Result: Sendable>(
        at index: Int, _ body: (inout Value) -> Result
    ) -> Result {
        unsafe place(index).pointee.withLock { body(&$0) }
    }

    @inline(__always)
    private func place(_ index: Int) -> UnsafeMutablePointer<Mutex<Value>> {
        unsafe (base + (index & mask) * stride).assumingMemoryBound(to: Mutex<Value>.self)
    }

    /// Two lines of 64 bytes: processors fetch them in pairs.
    private static var lineByteCount: Int { 128 }
}

extension Int {
    /// The least power of two that is not less.
    fileprivate var roundedUpToPowerOfTwo: Int {
        1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
