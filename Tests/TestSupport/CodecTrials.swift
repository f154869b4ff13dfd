public import WebImageCoding

/// Whether an error says that a limit was exceeded.
public func isLimit(_ error: any Error) -> Bool {
    if case CodecError.limit = error { true } else { false }
}

/// What a task gives that was cancelled before it begins.
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
    /// The bytes, to be looked at and changed.
    public var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
