/// The reason why an address is refused.
public struct URLFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, by which a server chooses the status of its response.
    public enum Kind: Hashable, Sendable {
        /// The path has not the form of a picture's address.
        case path
        /// The signature is missing or wrong.
        case signature
        /// An option, its arguments or a preset.
        case option
        /// An option that the server does not allow.
        case forbiddenOption
        /// The time of the address is over.
        case expired
        /// The address of the source has not the form of one.
        case source
        /// The source is none of those that the server allows.
        case forbiddenSource
    }

    /// The kind of fault.
    public let kind: Kind
    /// The part of the address, such as the name of an option; may be shown to the client.
    public let part: String
    /// The reason in one phrase; it has no secret.
    public let reason: String
    /// The reason for logs: no part of the address is in it, since that may be a secret.
    package let told: String
    /// The part and the reason.
    public var description: String { part.isEmpty ? reason : "\(part): \(reason)" }

    /// Creates a fault; text of the address is cut, and its control characters are replaced.
    ///
    /// - Parameters:
    ///   - part: The part of the address, which logs do not show.
    ///   - reason: The reason, which logs show: a phrase without text of the address.
    public init(
        _ kind: Kind, part: some StringProtocol = "" as String, _ reason: some StringProtocol
    ) {
        self.init(kind, part: part, reason, told: reason)
    }

    /// Creates a fault whose reason is another one in logs, since it has text of the address.
    package init(
        _ kind: Kind, part: some StringProtocol, _ reason: some StringProtocol,
        told: some StringProtocol
    ) {
        (self.kind, self.part) = (kind, part.printable)
        (self.reason, self.told) = (reason.printable, told.printable)
    }

    /// Creates the fault of a source that was read: logs show its scheme, host and path.
    package init(
        _ kind: Kind, part: some StringProtocol = "" as String, _ reason: String,
        source: SourceAddress
    ) {
        self.init(kind, part: part, reason, told: "\(reason): \(source.place)")
    }

    /// Creates the fault of an option that the grammar knows, whose name logs show.
    ///
    /// - Parameter found: The text of the address that was found, which they do not; nil for none.
    package init(
        _ kind: Kind = .option, of option: some StringProtocol, _ reason: String,
        found: String? = nil
    ) {
        let end = found.map { ", found '\($0.printable)'" } ?? ""
        self.init(kind, part: option, reason + end, told: "\(option): \(reason)")
    }
}
