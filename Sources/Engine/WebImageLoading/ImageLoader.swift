public import WebImageCaching

/// A source of the bytes of requests; exactly one loader runs for a load.
public protocol ImageLoader: Sendable {
    /// The name of the loader in keys if its bytes are its own; nil if any loader returns the same.
    var identity: String? { get }
    /// Returns when the head of the response has arrived; the body follows as a stream.
    ///
    /// - Throws: ``LoadFailure``, of kind `refusedRequest` for a request that cannot be served;
    ///   cancellation as `CancellationError`.
    func load(_ request: LoadRequest) async throws -> LoadedBody
    /// Returns the fields that the loader adds to a request that has none of their names: responses
    /// may vary by them too (`Vary`).
    func addedHeaders(for source: ImageSource) -> HeaderFields
    /// Returns the executor on which loads of a source cost least, as
    /// ``HTTPTransport/executor(for:)``; nil for any.
    func executor(for source: ImageSource) -> (any TaskExecutor)?
}

extension ImageLoader {
    /// Returns no fields.
    public func addedHeaders(for source: ImageSource) -> HeaderFields { [:] }
    /// Returns nil, for any executor.
    public func executor(for source: ImageSource) -> (any TaskExecutor)? { nil }
}
