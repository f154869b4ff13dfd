import Synchronization

/// Values with a lock each, on cache lines of their own: threads that use different values neither
/// wait for each other nor for a line.
// Safe because this value alone holds the memory, in which each place has its lock from `init` to
// `deinit`, and every index is masked.
@safe struct ShardedLock<Value: ~Copyable & Sendable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutableRawPointer
    private let mask: Int
    private let stride: Int

    var count: Int { mask + 1 }

    /// - Parameter count: A power of two.
    init(count: Int, _ make: () -> Value) {
        precondition(count.nonzeroBitCount == 1, "The number of locks must be a power of two.")
        mask = count - 1
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

    /// Runs `body` with the value at the low bits of `index`.
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
