/// The language of a server's addresses.
public protocol URLGrammar: Sendable {
    /// Reads the target of a request; signatures are checked, and nothing is loaded.
    ///
    /// - Parameters:
    ///   - target: The target as it stands in the request's first line, not decoded: a path, and a
    ///     query after `?`.
    ///   - now: The seconds since 1970, which addresses with an end are compared with.
    /// - Throws: The reason why the target names no picture, or may not be answered.
    func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan

    /// The clients and sources that the grammar lets in, for the start of a server; nil if not
    /// known.
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

    /// Creates the description of hosts and patterns; warnings show the variable or flag that they
    /// are of.
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
