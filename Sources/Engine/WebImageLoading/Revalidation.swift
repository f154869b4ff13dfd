package import FoundationEssentials
package import WebImageCaching

/// A validation of stored responses with the origin, which merges a 304 into them.
///
/// The pipeline puts it after all other interceptors, so that each request that is sent is
/// conditional, if it is the one whose response is stored: the first step of a two-step URL is not.
/// A confirmation leaves the chain as ``NotModified``. After a 304 that confirms nothing the
/// request is sent again without conditions; a 304 without conditions of this interceptor ends the
/// load with ``LoadFailure/Kind/notModified``. Any other response gets its ``LoadedBody/record``.
/// After redirects, the head has their rules for caches as well.
package struct Revalidation: LoadInterceptor {
    /// The stored response of a request, nil for none.
    package enum Stored: LoadAttribute {
        /// No response is stored.
        package static let defaultValue: StoredResponse? = nil
    }

    package var identity: String { "revalidation" }
    private let addedHeaders: HeaderFields
    private let now: @Sendable () -> Date

    /// Creates an interceptor for a loader.
    ///
    /// - Parameters:
    ///   - addedHeaders: The fields that the loader adds, by which responses may vary.
    ///   - now: The clock of the exchange records.
    package init(
        addedHeaders: HeaderFields = [:], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.addedHeaders = addedHeaders
        self.now = now
    }

    /// Passes the request on, with conditions if its response is stored.
    ///
    /// - Throws: ``NotModified``, and the errors of the next steps.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        let stored = request.attributes[Stored.self]
        var conditional = request
        let sent = request.headers.adding(addedHeaders)
        if let stored, stored.isResponse(to: request), !request.isConditional {
            Validators(of: stored, for: sent).condition(&conditional.headers)
        }
        do {
            return try await exchange(conditional, sent, stored, next)
        } catch is Unconfirmed {
            return try await exchange(request, sent, nil, next)
        }
    }

    /// A 304 to conditions of this interceptor that does not confirm the stored response.
    private struct Unconfirmed: Error {}

    private func exchange(
        _ request: LoadRequest, _ sent: HeaderFields, _ stored: StoredResponse?, _ next: NextLoad
    ) async throws -> LoadedBody {
        let requestedAt = now()
        var response = try await next(request)
        let record = ExchangeRecord(
            url: request.urlText, answeredBy: response.head.url, requestedAt: requestedAt,
            receivedAt: now(), sent: sent)
        guard response.head.status == 304 else {
            let whole = StoredResponse(head: response.head, record: record)
                .behind(response.redirects, sent: sent)
            (response.head, response.record) = (whole.head, whole.record)
            return response
        }
        guard let stored, request.asks(about: stored) else {
            throw NotModified(
                stored: StoredResponse(head: response.head, record: record), head: response.head
            ).failure
        }
        guard stored.isConfirmed(by: response.head) else { throw Unconfirmed() }
        let merged = stored.confirmed(by: response.head, record: record)
            .behind(response.redirects, sent: sent)
        throw NotModified(stored: merged, head: response.head)
    }
}

extension NotModified {
    /// The response with the merged head and without a body; its original head is the 304's.
    package var response: LoadedBody {
        var response = LoadedBody(
            head: head, origin: .network, expectedByteCount: 0, chunks: BodyStream([]))
        response.head = stored.head
        response.statusReason = statusReason
        return response
    }

    /// The failure of a load without a stored response.
    package var failure: LoadFailure {
        LoadFailure(
            .notModified, "status 304, but no cached response matches", head: head)
    }
}

extension StoredResponse {
    /// Returns `true` if this is a response to that request, judged by its URL.
    fileprivate func isResponse(to request: LoadRequest) -> Bool {
        request.method == "GET" && request.body == nil && request.firstByteCount == nil
            && ExchangeRecord.digest(of: request.urlText) == record.asked
    }
}

extension LoadRequest {
    /// The URL to load, empty for files and data.
    package var urlText: String {
        if case .url(let text) = source { return text }
        return ""
    }

    /// `true` if the request has conditions already, or asks for a part only.
    fileprivate var isConditional: Bool {
        HeaderFields.conditionNames.contains { headers[$0] != nil }
    }

    /// Returns `true` if the conditions, also the caller's, are the validators of a
    /// response.
    fileprivate func asks(about stored: StoredResponse) -> Bool {
        let validators = Validators(head: stored.head)
        if let tag = headers["If-None-Match"] { return tag == validators.entityTag }
        guard let date = headers["If-Modified-Since"] else { return false }
        return date == validators.lastModified
    }
}

extension HeaderFields {
    /// The fields that make a request conditional, or ask for a part.
    package static let conditionNames = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
        "Range",
    ]

    /// Returns these fields, and the ones in `others` with other names.
    package func adding(_ others: HeaderFields) -> HeaderFields {
        guard !fields.isEmpty else { return others }
        var sum = self
        for field in others.fields where self[field.name] == nil {
            sum.append(field.name, field.value)
        }
        return sum
    }
}
