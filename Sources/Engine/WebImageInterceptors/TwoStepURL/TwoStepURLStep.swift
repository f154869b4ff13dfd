import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageLoading

/// A first step: loads text within its time, and reads the URL in it.
///
/// The text, or its part (``TwoStepURLReading``), is one URL in UTF-8, with white space and a byte
/// order mark around it. A relative URL
/// is resolved against the one that responded, after redirects; characters that a URL cannot have
/// are escaped. Failures state the defect, never the text.
struct TwoStepURLStep: Sendable {
    let timeout: Duration
    let maxTextBytes: Int
    let place: TwoStepURLReading
    let read: @Sendable (String) -> String?
    let clock: LoadClock

    /// Returns the URL in the response, and the response for its lifetime.
    func run(
        _ request: LoadRequest, _ next: NextLoad
    ) async throws -> (HTTPAddress, StoredResponse) {
        try await withThrowingTaskGroup(of: (HTTPAddress, StoredResponse).self) { group in
            group.addTask { try await load(request, next) }
            group.addTask {
                try await clock.sleep(timeout)
                throw LoadFailure(.timedOut, "first step: no URL within \(timeout.spelling)")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func load(
        _ request: LoadRequest, _ next: NextLoad
    ) async throws -> (HTTPAddress, StoredResponse) {
        var request = request
        if place.needsBody {
            request.limits.maxBodyBytes = min(request.limits.maxBodyBytes, maxTextBytes)
        }
        let requestedAt = clock.date()
        let response = try await next(request)
        let head = response.head
        let record = ExchangeRecord(
            url: head.url, requestedAt: requestedAt, receivedAt: clock.date())
        guard (200...299).contains(head.status) else {
            let why = response.statusReason.map { " (\($0))" } ?? ""
            throw LoadFailure(
                .status(head.status),
                "first step: status \(head.status)\(why), expected 200 to 299", of: response)
        }
        let bytes = place.needsBody ? try await bytes(of: response) : []
        let target = try target(in: bytes, head)
        return (target, StoredResponse(head: head, record: record))
    }

    private func bytes(of response: LoadedBody) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in response.chunks {
            guard chunk.count <= maxTextBytes - bytes.count else {
                throw LoadFailure(
                    .tooLarge, "first step: the response exceeds \(maxTextBytes) bytes",
                    head: response.head)
            }
            // Safe because the bytes are copied during the call.
            unsafe chunk.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
        // Half a URL is another URL.
        if let expected = response.expectedByteCount, expected != bytes.count {
            throw LoadFailure(
                .truncated, "first step: expected \(expected) bytes, received \(bytes.count)",
                head: response.head)
        }
        return bytes
    }

    private func target(
        in bytes: [UInt8], _ head: ResponseHead
    ) throws(LoadFailure) -> HTTPAddress {
        func failure(_ reason: String) -> LoadFailure {
            LoadFailure(.unresolved, "first step: \(reason)", head: head)
        }
        let text: String
        do throws(TwoStepURLDefect) {
            text = try place.text(in: bytes, head.headers)
        } catch {
            throw failure(error.reason)
        }
        guard let found = read(text) else { throw failure("the response contains no URL") }
        var url = found.drop(while: \.isWhitespace)
        while url.last?.isWhitespace == true { url.removeLast() }
        guard !url.isEmpty else { throw failure("the response is empty") }
        guard url.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && $0 != "<" })
        else { throw failure("the response is more than one URL") }
        let base = try? HTTPAddress(head.url)
        let target: HTTPAddress
        do throws(HTTPAddress.Refusal) {
            target =
                if let base {
                    try base.resolving(String(url))
                } else {
                    try HTTPAddress(String(url))
                }
        } catch {
            throw failure("the URL in the response cannot be loaded: \(error.reason)")
        }
        if base?.origin.scheme == "https", target.origin.scheme == "http" {
            throw failure("the response leads from https to http")
        }
        return target
    }
}

extension StoredResponse {
    /// The end of the freshness that the response states; `nil` if it states none or must not be
    /// kept.
    var statedExpiry: Date? {
        var stated = self
        // A lifetime is guessed for images only, not for URLs that are signed for minutes.
        stated.head.headers["Last-Modified"] = nil
        guard stated.mayBeKept(mode: .private), !stated.directives.contains("no-cache") else {
            return nil
        }
        return stated.freshUntil(mode: .private)
    }
}
