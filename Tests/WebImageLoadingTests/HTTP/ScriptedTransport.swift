import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// A transport that responds to each URL with a head of its own, and records the requests.
final class ScriptedTransport: HTTPTransport {
    var identity: String? { nil }
    let onRedirect: RedirectRule?
    private let heads: [String: ResponseHead]
    private let recorded = Mutex<[HTTPExchange]>([])

    /// Creates redirects by URL; every other URL has the status 200.
    init(
        _ redirects: [String: (status: Int, location: String?)] = [:],
        onRedirect: RedirectRule? = nil
    ) {
        self.onRedirect = onRedirect
        heads = Dictionary(
            uniqueKeysWithValues: redirects.map { url, answer in
                let fields = answer.location.map { [("Location", $0)] } ?? []
                return (
                    url, ResponseHead(url: url, status: answer.status, headers: .init(fields))
                )
            })
    }

    var exchanges: [HTTPExchange] { recorded.withLock { $0 } }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        recorded.withLock { $0.append(request) }
        return LoadedBody(
            head: heads[request.url] ?? ResponseHead(url: request.url), origin: .network,
            expectedByteCount: 0, chunks: BodyStream([]))
    }

    func shutdown() async {}
}

extension LoadedBody {
    func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in chunks { chunk.withUnsafeBytes { bytes += $0 } }
        return bytes
    }
}

/// Returns the load failure of `body`; `nil` if it ends otherwise.
func loadFailure(_ body: () async throws -> some Sendable) async -> LoadFailure? {
    do {
        _ = try await body()
    } catch let error as any LoadError {
        return error.loadFailure
    } catch {}
    return nil
}

/// Returns `true` if `body` fails because the request itself is rejected.
func isRefused(_ body: () async throws -> some Sendable) async -> Bool {
    do {
        _ = try await body()
    } catch let error as any LoadError {
        return error.loadFailure?.kind == .refusedRequest
            && error.loadFailure?.reason.isEmpty == false
    } catch {}
    return false
}
