package import WebImageCaching
package import WebImageLoading

/// A filter of the heads of responses, before their bodies are read.
package struct FilterResponse: LoadInterceptor {
    package let identity: String
    /// The reason for the status that the filter sets.
    private let reason: String
    private let filter: @Sendable (inout ResponseHead) async throws -> Void

    // Another filter accepts other responses.
    package var effect: OptionEffect { .bytes }

    package init(
        _ identity: String, reason: String? = nil,
        _ filter: @escaping @Sendable (inout ResponseHead) async throws -> Void
    ) {
        self.identity = identity
        self.reason = reason ?? "set by the filter '\(identity.prefix(80))'"
        self.filter = filter
    }

    /// Returns a filter that refuses responses with this number in a header field.
    package static func rejecting(
        _ name: String, _ number: Int, as status: Int = 444
    ) -> FilterResponse {
        FilterResponse(
            "reject(\(name.asciiLowered.spelling),\(number),\(status))",
            reason: "\(name): \(number) is rejected"
        ) { head in
            if head.headers.integers(name).contains(number) { head.status = status }
        }
    }

    /// Passes the request on and filters the head of the response; after a 304, the merged head.
    ///
    /// - Throws: The errors of the filter, a `LoadFailure` with the response's heads, and those
    ///   of the next steps.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        do {
            return try await filtered(try await next(request))
        } catch var confirmation as NotModified {
            let response = try await filtered(confirmation.response)
            confirmation.stored.head = response.head
            confirmation.statusReason = response.statusReason
            throw confirmation
        }
    }

    private func filtered(_ response: LoadedBody) async throws -> LoadedBody {
        var response = response
        let status = response.head.status
        do {
            try await filter(&response.head)
        } catch let failure as LoadFailure where failure.head == nil {
            throw LoadFailure(failure.kind, failure.reason, of: response)
        }
        if response.head.status != status { response.statusReason = reason }
        return response
    }
}
