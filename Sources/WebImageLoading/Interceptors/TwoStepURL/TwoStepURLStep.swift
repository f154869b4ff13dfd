import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// A first step: loads text within its time, and reads the URL it names.
struct TwoStepURLStep: Sendable {
    let timeout: Duration
    let maxTextBytes: Int
    let read: @Sendable (String) -> String?
    let clock: LoadClock

    /// Where the answer leads, and what says how long.
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
        request.limits.maxBodyBytes = min(request.limits.maxBodyBytes, maxTextBytes)
        let requestedAt = clock.date()
        let answer = try await next(request)
        let head = answer.head
        let receipt = ExchangeRecord(
            url: head.url, requestedAt: requestedAt, receivedAt: clock.date())
        guard (200...299).contains(head.status) else {
            throw LoadFailure(
                .status(head.status), "first step: status \(head.status), expected 200 to 299",
                head: head)
        }
        let text = try TwoStepURLText(bytes: try await bytes(of: answer), head: head)
        return (try text.target(read: read), StoredResponse(head: head, receipt: receipt))
    }

    private func bytes(of answer: LoadedBody) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in answer.chunks {
            guard chunk.count <= maxTextBytes - bytes.count else {
                throw LoadFailure(
                    .tooLarge, "first step: more than \(maxTextBytes) bytes, which is no URL",
                    head: answer.head)
            }
            // Safe because the bytes are copied during the call.
            unsafe chunk.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
        // Half a URL is another URL.
        if let expected = answer.expectedByteCount, expected != bytes.count {
            throw LoadFailure(
                .truncated, "first step: \(expected) bytes announced, \(bytes.count) came",
                head: answer.head)
        }
        return bytes
    }
}

extension StoredResponse {
    /// When it stops being fresh by its own words, nil where it may not be kept or doesn't say.
    var statedExpiry: Date? {
        var stated = self
        // Guessing a lifetime is for pictures, not for URLs that are signed for minutes.
        stated.head.headers["Last-Modified"] = nil
        guard stated.mayBeKept(mode: .private), !stated.directives.contains("no-cache") else {
            return nil
        }
        return stated.freshUntil(mode: .private)
    }
}

/// The begin or the end of a first step.
package enum FirstStepEvent: Sendable {
    case began
    /// Nil for a step that named a URL.
    case ended((any Error)?)
}

/// The function of a ``LoadRequest`` that is told of first steps.
package enum FirstStepListener: LoadAttribute {
    package static let defaultValue: (@Sendable (FirstStepEvent) -> Void)? = nil
}
