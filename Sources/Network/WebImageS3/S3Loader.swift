import WebImageCaching
package import WebImageInterceptors
public import WebImageLoading

/// A loader of objects in stores that speak the protocol of S3: `s3://bucket/key`.
///
/// ```swift
/// import Foundation
/// import WebImageS3
///
/// let keys = S3CredentialChain.environment(ProcessInfo.processInfo.environment)
/// let s3 = try S3Loader(over: transport, credentials: keys)
/// pipeline.loader = SchemeLoader(over: transport, adding: ["s3": s3])
/// ```
///
/// A key stands in the address with its escapes (`%20`, `%23` for `#`), and `?versionId=…` after it
/// names a version. Keys with the parts `.` and `..` are refused. Requests are signed with
/// Signature Version 4. Ranges and conditional requests pass through, so that objects are resumed
/// and renewed as over HTTP.
///
/// The loader answers what the store asks for: a bucket in another region is asked there, a clock
/// that is wrong is corrected by the store's, expired credentials are replaced, each once a load.
/// No redirect is followed, so that a signature never reaches another host. The error of the store
/// stands in the reason of a failed status, as in `status 404 (NoSuchKey), expected 200 to 299`.
///
/// Of the caller's fields only neutral ones and S3's (`x-amz-…`) are sent.
public struct S3Loader: ImageLoader {
    private let retry: Retry
    private let exchange: S3Exchange
    private let executor: (any TaskExecutor)?

    /// The address of the endpoint, its policy, and what the transport trusts; nil for AWS by
    /// default, where a bucket's name is enough.
    public let identity: String?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - transport: The transport of the exchanges with the store.
    ///   - credentials: The source of keys, such as `.standard(over: transport)`; nil for requests
    ///     without signatures, which public buckets answer.
    ///   - settings: The store and the way in which it is asked.
    /// - Throws: A failure of kind `refusedRequest` if endpoint or region are none.
    public init(
        over transport: any HTTPTransport, credentials: (any S3CredentialSource)?,
        settings: S3Settings = S3Settings()
    ) throws(LoadFailure) {
        try self.init(
            over: transport, credentials: credentials, settings: settings, clock: .system,
            random: { .random(in: 0..<1) })
    }

    /// - Parameters:
    ///   - clock: The clock of signatures, retries and credentials.
    ///   - random: The position of a wait in its range.
    package init(
        over transport: any HTTPTransport, credentials: (any S3CredentialSource)?,
        settings: S3Settings, clock: LoadClock, random: @escaping @Sendable () -> Double
    ) throws(LoadFailure) {
        let endpoint = try S3Endpoint(settings)
        let loader = HTTPLoader(transport)
        exchange = S3Exchange(
            loader: loader, endpoint: endpoint, policy: settings.networkPolicy,
            store: credentials.map { S3CredentialStore($0, clock: clock) }, clock: clock)
        retry = Retry(settings.retries, clock: clock, random: random)
        let names = [
            endpoint.identity, settings.networkPolicy.map { "policy(\($0.identity.spelling))" },
            loader.identity,
        ].compactMap(\.self)
        identity = names.isEmpty ? nil : names.joined(separator: ";")
        executor = loader.executor(for: .url(endpoint.identity ?? "https://s3.amazonaws.com/"))
    }

    /// Returns the executor of the transport.
    public func executor(for source: ImageSource) -> (any TaskExecutor)? { executor }

    /// Returns the object, or the error of the store as a response of its status.
    ///
    /// - Throws: `LoadFailure`, of kind `refusedRequest` for an address that names no object and a
    ///   method other than GET and HEAD; of kind `redirect` if the store names no region; the
    ///   errors of the transport and of the credentials.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        guard ["GET", "HEAD"].contains(request.method), request.body == nil else {
            throw LoadFailure(.refusedRequest, "objects of S3 are loaded by GET and HEAD alone")
        }
        return try await retry.intercept(request, next: NextLoad([], then: exchange))
    }
}
