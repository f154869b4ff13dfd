import WebImageCaching

/// One promise of the transport protocol and how it is tried.
public struct TransportTrial: Sendable {
    /// What holds, as a sentence; no two trials have the same.
    public let name: String
    let run: @Sendable (TransportBench) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (TransportBench) async throws -> Void) {
        self.name = name
        self.run = run
    }
}

extension TransportTrial: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
