import WebImageCaching

/// A test of one requirement of `HTTPTransport`.
public struct TransportTrial: Sendable {
    /// The requirement as a sentence, unique among all trials.
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
