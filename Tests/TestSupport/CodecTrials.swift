public import WebImageCoding

/// Returns `true` if an error reports an exceeded limit.
public func isLimit(_ error: any Error) -> Bool {
    if case CodecError.limit = error { true } else { false }
}

/// Returns the result of a task that was cancelled before it began.
public func whenCancelled<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try body()
    }
    task.cancel()
    return try await task.value
}

extension ByteBlock {
    /// The bytes as an array.
    public var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
