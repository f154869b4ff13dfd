/// The language of a server's addresses.
public protocol URLGrammar: Sendable {
    /// Reads the target of a request; signatures are checked, and nothing is loaded.
    ///
    /// - Parameters:
    ///   - target: The target as it stands in the request's first line, not decoded: a path, and a
    ///     query behind `?`.
    ///   - now: The seconds since 1970, which addresses with an end are compared with.
    /// - Throws: The reason why the target names no picture, or may not be answered.
    func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan

    /// The clients and sources that the grammar lets in, for the start of a server; nil if not known.
    var access: GrammarAccess? { get }

    /// The names of options that are read and change nothing, for the start of a server.
    var ignoredOptions: [String] { get }

    /// `true` if addresses may need a signature.
    var isSigned: Bool { get }
}

extension URLGrammar {
    /// Not known.
    public var access: GrammarAccess? { nil }

    /// None.
    public var ignoredOptions: [String] { [] }

    /// `true`: a language that does not say otherwise may need one.
    public var isSigned: Bool { true }

    /// Refuses a target that is too long, has no slash in front, or has bytes of no request's line.
    static func check(target: String) throws(URLFault) {
        let longest = 16_384
        guard target.utf8.count <= longest else {
            throw URLFault(.path, "the address is longer than \(longest) bytes")
        }
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw URLFault(.path, part: target, "expected a slash in front")
        }
        guard target.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else {
            throw URLFault(.path, "spaces and control characters must be percent-encoded")
        }
    }
}

/// The clients and sources that a grammar lets in, in words for the start of a server.
public struct GrammarAccess: Hashable, Sendable {
    /// `true` if every address needs a signature.
    public var requiresSignatures: Bool
    /// The allowed sources in words; empty for all.
    public var sources: [String]
    /// Sentences on settings that allow more than they name.
    public var warnings: [String]

    /// Creates a description.
    public init(requiresSignatures: Bool, sources: [String], warnings: [String] = []) {
        (self.requiresSignatures, self.sources) = (requiresSignatures, sources)
        self.warnings = warnings
    }

    /// Creates the description of hosts and patterns; warnings show the variable or flag that they are of.
    init(
        requiresSignatures: Bool, allowing patterns: [SourcePattern], hosts: [HostPattern] = []
    ) {
        let warnings = hosts.compactMap(\.warning) + patterns.compactMap(\.warning)
        self.init(
            requiresSignatures: requiresSignatures,
            sources: hosts.map(\.meaning) + patterns.map(\.meaning),
            warnings: warnings.map { "allowed sources: \($0)" })
    }
}

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
