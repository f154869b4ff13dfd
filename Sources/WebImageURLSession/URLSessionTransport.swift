import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
public import WebImageLoading
import WebImageRuntime

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Exchanges over Foundation's `URLSession`, for programs that have it anyway.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let pipeline = ImagePipeline(transport: transport)
/// ```
///
/// No redirect is followed, nothing is cached, no cookie or credential is kept. A session does not say
/// when a connection is up, so that the head may take connect and idle time-out together. It finds
/// addresses by itself, therefore a network policy refuses each exchange. What differs on Linux is
/// listed in `Documentation/transports.md`.
public final class URLSessionTransport: HTTPTransport {
    private enum State {
        case unused
        case open(URLSession)
        case shutDown
    }

    /// What it calls itself in `User-Agent` unless told otherwise.
    public static let standardUserAgent = "WebImage/0.1.0"

    /// `User-Agent` of a request that has none, nil for the session's own.
    public let userAgent: String?
    /// `Accept` of a request that has none, nil for the session's own.
    public let accept: String?
    private let answers = SessionAnswers()
    private let state = Mutex(State.unused)

    /// A transport to be closed by ``shutdown()``, or by being dropped.
    public init(
        userAgent: String? = URLSessionTransport.standardUserAgent,
        accept: String? = "image/*,*/*;q=0.8"
    ) {
        self.userAgent = userAgent
        self.accept = accept
    }

    deinit {
        // A session lives until it is told to end; transfers under way come to their end first.
        if case .open(let session) = state.withLock({ $0 }) { session.finishTasksAndInvalidate() }
    }

    /// Sends the request and returns when the head is there.
    ///
    /// - Throws: ``LoadFailure`` as ``HTTPTransport`` says, of kind `refusedRequest` if a URL or a field
    ///   cannot be sent; `CancellationError`.
    public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        let transfer = URLTransfer(request)
        guard request.limits.networkPolicy == nil else {
            throw transfer.failure(
                .refusedAddress,
                "URLSession cannot connect to an address that was judged: no network policy")
        }
        var message = try URLRequest(request, userAgent: userAgent, accept: accept)
        if let body = request.body { message.httpBody = try await Self.data(of: body, transfer) }
        try Task.checkCancellation()
        let (answer, head) = try await answer(to: message, transfer)
        let expected = head.bodyByteCount(answering: request.method)
        answer.expect(expected, head)
        if let expected, expected > request.limits.maxBodyBytes {
            answer.cancel()
            throw transfer.tooLarge(expected, head)
        }
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: expected,
            chunks: BodyStream(AnswerBody(answer)))
    }

    /// Closes all connections; exchanges under way fail, later ones too.
    public func shutdown() async {
        let session = state.withLock { state -> URLSession? in
            defer { state = .shutDown }
            if case .open(let session) = state { return session }
            return nil
        }
        answers.shutDown()
        session?.invalidateAndCancel()
    }

    /// Sends the message; a GET or HEAD once more if what comes is no answer.
    ///
    /// A connection that is used again may be closed at that moment, or hold what a server sent
    /// beyond its last answer; neither says anything about the request.
    private func answer(
        to message: URLRequest, _ transfer: URLTransfer
    ) async throws -> (SessionAnswer, ResponseHead) {
        var isRepeatable = message.httpMethod == "GET" || message.httpMethod == "HEAD"
        while true {
            let answer = try start(message, transfer)
            do {
                return (answer, try await answer.head())
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
                let session = Self.makeSession(answers)
                state = .open(session)
                return session.dataTask(with: message)
            }
        }
        guard let task else { throw transfer.shutDown }
        let answer = SessionAnswer(task, transfer)
        answers.add(answer)
        task.resume()
        return answer
    }

    private static func makeSession(_ answers: SessionAnswers) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // How many transfers run at once is the pipeline's to say, and so are its time-outs.
        configuration.httpMaximumConnectionsPerHost = 1 << 16
        configuration.timeoutIntervalForRequest = 86_400
        configuration.requireTLS12()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(
            configuration: configuration, delegate: SessionDelegate(answers), delegateQueue: queue)
    }

    /// The whole body: a session has no stream on Linux that another task could feed.
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
