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

    /// Creates the description of patterns, whose warnings show the variable or flag that they are of.
    init(requiresSignatures: Bool, allowing patterns: [SourcePattern]) {
        self.init(
            requiresSignatures: requiresSignatures, sources: patterns.map(\.meaning),
            warnings: patterns.compactMap(\.warning).map { "allowed sources: \($0)" })
    }
}
