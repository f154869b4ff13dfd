import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import WebImage

/// A transport over a client of the program, on its event loops.
///
/// It keeps to no network policy, so loads under one are refused. The client must not follow
/// redirects or decode bodies, both of which the library does: see ``configuration``.
struct AsyncHTTPClientTransport: HTTPTransport {
    let client: HTTPClient
    /// Nil: the client trusts what the system does, and has no certificate; a name if it has
    /// others.
    var identity: String? { nil }

    /// The settings of a client for this transport.
    static var configuration: HTTPClient.Configuration {
        HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    }

    func exchange(_ exchange: HTTPExchange) async throws -> LoadedBody {
        do {
            let response = try await client.execute(
                request(for: exchange), deadline: .now() + Self.deadline(exchange.limits))
            let head = ResponseHead(
                url: exchange.url, status: Int(response.status.code),
                headers: HeaderFields(response.headers.map { ($0.name, $0.value) }))
            let hasBody = exchange.method != "HEAD" && ![204, 304].contains(head.status)
            let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) }
            return LoadedBody(
                head: head, origin: .network, expectedByteCount: hasBody ? announced : 0,
                chunks: BodyStream(Chunks(body: response.body, exchange: exchange)))
        } catch {
            throw Self.failure(for: error, exchange)
        }
    }

    /// The client belongs to the program, which ends it.
    func shutdown() async {}

    private func request(for exchange: HTTPExchange) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: exchange.url)
        request.method = HTTPMethod(rawValue: exchange.method)
        for field in exchange.headers.fields {
            request.headers.add(name: field.name, value: field.value)
        }
        if let body = exchange.body {
            let length = body.byteCount.map { HTTPClientRequest.Body.Length.known(Int64($0)) }
            request.body = .stream(
                SentChunks(chunks: body.chunks()), length: length ?? .unknown)
        }
        return request
    }

    /// The bytes of a response, within the limit.
    private struct Chunks: AsyncSequence, Sendable {
        let body: HTTPClientResponse.Body
        let exchange: HTTPExchange

        struct AsyncIterator: AsyncIteratorProtocol {
            var body: HTTPClientResponse.Body.AsyncIterator
            let exchange: HTTPExchange
            var count = 0

            mutating func next() async throws -> ByteBlock? {
                do {
                    guard let buffer = try await body.next() else { return nil }
                    count += buffer.readableBytes
                    guard count <= exchange.limits.maxBodyBytes else {
                        throw LoadFailure(.tooLarge, "\(count) bytes or more")
                    }
                    return ByteBlock(copying: Array(buffer.readableBytesView))
                } catch {
                    throw failure(for: error, exchange)
                }
            }
        }

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(body: body.makeAsyncIterator(), exchange: exchange)
        }
    }

    /// The bytes of a request, as buffers of NIO.
    private struct SentChunks: AsyncSequence, Sendable {
        let chunks: BodyStream

        struct AsyncIterator: AsyncIteratorProtocol {
            var chunks: BodyStream.Iterator

            mutating func next() async throws -> ByteBuffer? {
                try await chunks.next().map { $0.withUnsafeBytes { ByteBuffer(bytes: $0) } }
            }
        }

        func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(chunks: chunks.makeAsyncIterator())
        }
    }

    /// Until the head of the response.
    private static func deadline(_ limits: LoadLimits) -> TimeAmount {
        let seconds = (limits.connectTimeout + limits.idleTimeout) / .seconds(1)
        return .milliseconds(Int64(min(seconds, 86_400) * 1000))
    }

    /// Returns a failure of the library for an error of the client.
    private static func failure(for error: any Error, _ exchange: HTTPExchange) -> any Error {
        if error is LoadFailure || error is CancellationError { return error }
        let kind: LoadFailure.Kind =
            switch error as? HTTPClientError {
            case .cancelled?: .cancelled
            case .connectTimeout?, .readTimeout?, .deadlineExceeded?, .writeTimeout?: .timedOut
            case .invalidURL?: .refusedRequest
            case .remoteConnectionClosed?: .truncated
            default:
                if error is HTTPParserError {
                    .malformed
                } else {
                    error is NIOConnectionError ? .connectionFailed : .other
                }
            }
        if kind == .cancelled { return CancellationError() }
        return LoadFailure(kind, "\(exchange.url): \(error)")
    }
}
