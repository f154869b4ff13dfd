public import WebImageCaching

/// Fetches the bytes of a request; exactly one loader runs for a load.
public protocol ImageLoader: Sendable {
    /// Names the loader in keys when its bytes are its own; nil when any loader would return the same.
    var identity: String? { get }
    /// Returns when the head is there; the body follows as a stream.
    ///
    /// - Throws: ``LoadFailure``, of kind `refusedRequest` for a request that cannot be served; cancellation
    ///   as `CancellationError`.
    func load(_ request: LoadRequest) async throws -> LoadedBody
    /// The fields it adds to a request that has none of their names: by them, too, an answer may
    /// have been chosen (`Vary`).
    func addedHeaders(for source: ImageSource) -> HeaderFields
    /// Where its work on a source costs least, as ``HTTPTransport/executor(for:)``; nil for anywhere.
    func executor(for source: ImageSource) -> (any TaskExecutor)?
}

extension ImageLoader {
    /// None.
    public func addedHeaders(for source: ImageSource) -> HeaderFields { [:] }
    /// Anywhere.
    public func executor(for source: ImageSource) -> (any TaskExecutor)? { nil }
}
