/// A system call that a server needed and the system refused.
public struct OriginError: Error, Sendable, CustomStringConvertible {
    /// The name of the system call, such as `bind`.
    public let call: String

    /// The `errno` it left.
    public let code: Int32

    /// The call and its error number, for a reader of a failed test.
    public var description: String { "\(call) failed with errno \(code)" }
}
