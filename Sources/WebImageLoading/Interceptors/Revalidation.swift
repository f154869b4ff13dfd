public import FoundationEssentials
public import WebImageCaching
import WebImageRuntime

/// Asks the origin whether a stored answer is still good, and merges a 304 into it.
///
/// The pipeline puts it behind all other interceptors, so that each request that really goes out is
/// conditional, and only if it is the one whose answer is stored: the first step of a two-step URL
/// is not. A confirmation leaves the chain as ``NotModified``; a 304 that confirms nothing is asked
/// again without conditions, or ends the load with ``LoadFailure/Kind/notModified`` where it came
/// without any of ours. Any other answer gets its ``LoadedBody/receipt``.
///
/// Used alone, it needs the note ``Stored`` on the request.
public struct Revalidation: LoadInterceptor {
    /// The answer that a cache holds of a request, nil for none.
    public enum Stored: LoadAttribute {
        /// Nothing is stored.
        public static let defaultValue: StoredResponse? = nil
    }

    /// `revalidation`.
    public var identity: String { "revalidation" }
    private let addedHeaders: HeaderFields
    private let now: @Sendable () -> Date

    /// An interceptor for a loader.
    ///
    /// - Parameters:
    ///   - addedHeaders: The fields that the loader adds, by which answers may vary.
    ///   - now: The clock of the receipts.
    public init(
        addedHeaders: HeaderFields = [:], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.addedHeaders = addedHeaders
        self.now = now
    }

    /// Sends the request with conditions where something is stored that they fit.
    ///
    /// - Throws: ``NotModified``, and what follows it in the chain throws.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        let stored = request.attributes[Stored.self]
        var conditional = request
        let sent = request.headers.adding(addedHeaders)
        if let stored, stored.isAnswer(to: request), !request.isConditional {
            Validators(of: stored, for: sent).condition(&conditional.headers)
        }
        do {
            return try await exchange(conditional, sent, stored, next)
        } catch is Unconfirmed {
            return try await exchange(request, sent, nil, next)
        }
    }

    /// A 304 to conditions of ours that speaks of something else.
    private struct Unconfirmed: Error {}

    private func exchange(
        _ request: LoadRequest, _ sent: HeaderFields, _ stored: StoredResponse?, _ next: NextLoad
    ) async throws -> LoadedBody {
        let requestedAt = now()
        var answer = try await next(request)
        let receipt = ExchangeRecord(
            url: request.urlText, answeredBy: answer.head.url, requestedAt: requestedAt,
            receivedAt: now(),
            answer: answer.head.headers, sent: sent)
        guard answer.head.status == 304 else {
            answer.receipt = receipt
            return answer
        }
        guard let stored, request.asks(about: stored) else {
            throw NotModified(
                stored: StoredResponse(head: answer.head, receipt: receipt), answer: answer.head
            ).failure
        }
        guard stored.isConfirmed(by: answer.head) else { throw Unconfirmed() }
        var merged = stored.confirmed(by: answer.head, receipt: receipt)
        merged.receipt.selectors = VaryField.named(by: merged.head.headers, in: sent)
        throw NotModified(stored: merged, answer: answer.head)
    }
}

extension NotModified {
    /// The failure of a load that has nothing stored.
    package var failure: LoadFailure {
        LoadFailure(
            .notModified, "status 304, but nothing is cached that it could mean", head: answer)
    }
}

extension StoredResponse {
    /// Whether the request is the one whose answer this is, as far as can be seen.
    fileprivate func isAnswer(to request: LoadRequest) -> Bool {
        request.method == "GET" && request.body == nil && request.firstByteCount == nil
            && ExchangeRecord.digest(of: request.urlText) == receipt.asked
    }
}

extension LoadRequest {
    /// The URL to load, empty for files and bytes.
    package var urlText: String {
        if case .url(let text) = source { return text }
        return ""
    }

    /// Whether it has conditions already, or wants a part only.
    fileprivate var isConditional: Bool {
        [
            "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
            "Range",
        ].contains { headers[$0] != nil }
    }

    /// Whether its conditions, ours or the caller's own, are the validators of that answer.
    fileprivate func asks(about stored: StoredResponse) -> Bool {
        let validators = Validators(head: stored.head)
        if let tag = headers["If-None-Match"] { return tag == validators.entityTag }
        guard let date = headers["If-Modified-Since"] else { return false }
        return date == validators.lastModified
    }
}

extension HeaderFields {
    /// These fields, and those of `others` whose names are not among them.
    package func adding(_ others: HeaderFields) -> HeaderFields {
        guard !fields.isEmpty else { return others }
        var sum = self
        for field in others.fields where self[field.name] == nil {
            sum.append(field.name, field.value)
        }
        return sum
    }
}
