/// The reason why a program cannot start with a setting.
public struct SettingFault: Error, Hashable, Sendable {
    /// The name of the variable, such as `IMGPROXY_QUALITY`.
    public let variable: String
    /// The reason in one phrase; it has no secret.
    public let reason: String

    /// Creates a fault; long text is cut, and its control characters are replaced.
    public init(_ variable: String, _ reason: some StringProtocol) {
        (self.variable, self.reason) = (variable.printable, reason.printable)
    }
}

extension SettingFault: CustomStringConvertible {
    /// The variable and the reason.
    public var description: String { "\(variable): \(reason)" }
}
