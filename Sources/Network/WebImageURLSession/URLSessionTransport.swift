import Synchronization
import WebImageCaching
import WebImageCoding
public import WebImageLoading
import WebImageRuntime

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Makes HTTP exchanges over Foundation's `URLSession`, for programs that already link it.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let pipeline = ImagePipeline(transport: transport)
/// ```
///
/// It follows no redirects, caches nothing, and keeps no cookies or credentials. A session does not
/// report when a connection is made, so the head may take connect and idle time-out together. It
/// resolves hosts itself, so every exchange with a network policy is refused. The article
/// *Transports* lists the differences on Linux.
public final class URLSessionTransport: HTTPTransport {
    private enum State {
        case unused
        case open(URLSession)
        case shutDown
    }

    // Safe because the copy is never changed, and read under the lock alone.
    private struct Configuration: @unchecked Sendable {
        private let configuration: URLSessionConfiguration

        init(_ given: URLSessionConfiguration) {
            configuration = given.copy() as? URLSessionConfiguration ?? .ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            // The pipeline limits the number of concurrent transfers, and their durations.
            configuration.httpMaximumConnectionsPerHost = 1 << 16
            configuration.timeoutIntervalForRequest = 86_400
            configuration.requireTLS12()
        }

        func makeSession(_ answers: SessionAnswers) -> URLSession {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            return URLSession(
                configuration: configuration, delegate: SessionDelegate(answers),
                delegateQueue: queue)
        }
    }

    /// The default `User-Agent`.
    public static let standardUserAgent = "WebImage/\(libraryVersion)"

    /// The `User-Agent` of a request without one, nil for the session's own.
    public let userAgent: String?
    /// The `Accept` of a request without one, nil for the session's own.
    public let accept: String?
    /// `true`: a session decodes what it asked for.
    public var decodesContent: Bool { true }
    /// Nil: no setting of a session adds trust or a client certificate.
    public var identity: String? { nil }
    /// The rule that may refuse redirects of loads, or change the next request; nil for none.
    public let onRedirect: RedirectRule?
    private let configuration: Configuration
    private let answers = SessionAnswers()
    private let state = Mutex(State.unused)

    /// Creates a transport, which ``shutdown()`` or releasing the last reference closes.
    ///
    /// - Parameters:
    ///   - userAgent: The `User-Agent` of a request without one, nil for the session's own.
    ///   - accept: The `Accept` of a request without one, nil for the session's own.
    ///   - configuration: The proxies, protocol classes, header fields and other settings of the
    ///     session, copied. Cache, cookies, credentials, number of connections and the time-out of
    ///     requests are the transport's, and TLS 1.2 is the least version.
    ///   - onRedirect: The rule that may refuse redirects of loads, or change the next request; nil
    ///     for none.
    public init(
        userAgent: String? = URLSessionTransport.standardUserAgent,
        accept: String? = "image/*,*/*;q=0.8", configuration: URLSessionConfiguration = .ephemeral,
        onRedirect: RedirectRule? = nil
    ) {
        self.onRedirect = onRedirect
        self.configuration = Configuration(configuration)
        self.userAgent = userAgent
        self.accept = accept
    }

    deinit {
        // A session lives until it is invalidated; running transfers complete first.
        if case .open(let session) = state.withLock({ $0 }) { session.finishTasksAndInvalidate() }
    }

    /// Sends the request and returns when the head has arrived.
    ///
    /// - Throws: `LoadFailure` as described at `HTTPTransport`, of kind `refusedRequest` if a
    ///   URL or field cannot be sent; `CancellationError`.
    public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        let transfer = URLTransfer(request)
        guard request.limits.networkPolicy == nil else {
            throw transfer.failure(
                .refusedAddress,
                "URLSession cannot connect to a checked address, so it supports no network policy")
        }
        var message = try URLRequest(request, userAgent: userAgent, accept: accept)
        if let body = request.body { message.httpBody = try await Self.data(of: body, transfer) }
        try Task.checkCancellation()
        let (response, head) = try await response(to: message, transfer)
        let expected = head.bodyByteCount(answering: request.method)
        response.expect(expected, head)
        if let expected, expected > request.limits.maxBodyBytes {
            response.cancel()
            throw transfer.tooLarge(expected, head)
        }
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: expected,
            chunks: BodyStream(AnswerBody(response)))
    }

    /// Closes all connections; running and later exchanges fail.
    public func shutdown() async {
        let session = state.withLock { state -> URLSession? in
            defer { state = .shutDown }
            if case .open(let session) = state { return session }
            return nil
        }
        answers.shutDown()
        session?.invalidateAndCancel()
    }

    /// Sends the message; a GET or HEAD is sent once more if no valid response head arrives.
    ///
    /// A server may close a reused connection at that moment, or may have sent bytes beyond its
    /// last response on it. Neither is a failure of the request.
    private func response(
        to message: URLRequest, _ transfer: URLTransfer
    ) async throws -> (SessionAnswer, ResponseHead) {
        var isRepeatable = message.httpMethod == "GET" || message.httpMethod == "HEAD"
        while true {
            let response = try start(message, transfer)
            do {
                return (response, try await response.head())
            } catch let failure as LoadFailure
                where isRepeatable && [.truncated, .malformed].contains(failure.kind)
            {
                isRepeatable = false
            }
        }
    }

    private func start(
        _ message: URLRequest, _ transfer: URLTransfer
    ) throws(LoadFailure) -> SessionAnswer {
        let task = state.withLock { state -> URLSessionDataTask? in
            switch state {
            case .shutDown: return nil
            case .open(let session): return session.dataTask(with: message)
            case .unused:
                let session = configuration.makeSession(answers)
                state = .open(session)
                return session.dataTask(with: message)
            }
        }
        guard let task else { throw transfer.shutDown }
        let response = SessionAnswer(task, transfer)
        answers.add(response)
        task.resume()
        return response
    }

    /// Returns the whole body: on Linux no other task can feed a session's body stream.
    private static func data(
        of body: RequestBody, _ transfer: URLTransfer
    ) async throws -> Data {
        var data = Data()
        for try await chunk in body.chunks() {
            chunk.withUnsafeBytes { data.append(contentsOf: $0) }
            guard data.count <= longestBody else {
                throw transfer.failure(
                    .tooLarge, "URLSession sends bodies of \(longestBody) bytes at most")
            }
        }
        return data
    }

    private static let longestBody = 1 << 30
}
