/// The cancellation of the long kernels: blur, sharpening and resampling.
///
/// A kernel cannot fail, so it completes whatever happens to its task. Inside of ``observing(_:)``
/// it stops at the next band of rows once the task is cancelled.
package enum KernelCancellation {
    @TaskLocal fileprivate static var isObserved = false

    /// Runs `body`, in which kernels stop once the task is cancelled.
    ///
    /// The rest of their bitmaps is transparent black: the caller throws the result away if
    /// `Task.isCancelled` is `true` after the call.
    package static func observing<Value, Failure>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try $isObserved.withValue(true) {
            Result { () throws(Failure) in try body() }
        }.get()
    }

    /// Returns `true` if a kernel whose result is transparent so far is to stop before row `y`.
    static func stops(at y: Int) -> Bool { isObserved && y % 16 == 0 && Task.isCancelled }
}

/// The check of one kernel between bands of rows.
struct BandCheck {
    private let isObserved = KernelCancellation.isObserved
    private let height: Int
    private let stride: Int

    /// The rows of a band; at the widest pictures one takes a few milliseconds.
    private static let rows = 16

    init(height: Int, stride: Int) {
        self.height = height
        self.stride = stride
    }

    /// Returns `true` if the kernel is to stop before row `y`; clears the rows from there.
    @inline(__always)
    func stops(at y: Int, of target: UnsafeMutablePointer<UInt8>) -> Bool {
        guard isObserved, y % Self.rows == 0, Task.isCancelled else { return false }
        // Safe because the target has `height` rows.
        unsafe (target + y * stride).update(repeating: 0, count: (height - y) * stride)
        return true
    }
}
