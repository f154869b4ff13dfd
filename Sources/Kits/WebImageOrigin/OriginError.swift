/// A failed system call of a server.
public struct OriginError: Error, Sendable, CustomStringConvertible {
    /// The name of the system call, such as `bind`.
    public let call: String

    /// The `errno` of the call.
    public let code: Int32

    /// The call and its error number, for the output of a failed test.
    public var description: String { "\(call) failed with errno \(code)" }
}
