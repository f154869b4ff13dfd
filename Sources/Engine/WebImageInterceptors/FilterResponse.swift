package import WebImageCaching
import WebImageCoding
package import WebImageLoading

/// A filter of the heads of responses, before their bodies are read.
package struct FilterResponse: LoadInterceptor {
    package let identity: String
    private let filter: @Sendable (inout LoadedBody, ImageOptions) async throws -> Void

    // Another filter accepts other responses.
    package var effect: OptionEffect { .bytes }

    private init(
        _ identity: String,
        of filter: @escaping @Sendable (inout LoadedBody, ImageOptions) async throws -> Void
    ) {
        self.identity = identity
        self.filter = filter
    }

    package init(
        _ identity: String, _ filter: @escaping @Sendable (inout ResponseHead) async throws -> Void
    ) {
        let reason = "set by the filter '\(identity.prefix(80))'"
        self.init(identity) { response, _ in
            let status = response.head.status
            try await filter(&response.head)
            if response.head.status != status { response.statusReason = reason }
        }
    }

    /// Returns a filter that refuses responses with this number in a header field.
    package static func rejecting(
        _ name: String, _ number: Int, as status: Int = 444
    ) -> FilterResponse {
        let rule = HeaderMatch(name, .number(number))
        return FilterResponse("reject(\(name.asciiLowered.spelling),\(number),\(status))") {
            response, _ in
            guard let reason = rule.refusal(of: response.head) else { return }
            response.head.status = status
            response.statusReason = reason
        }
    }

    /// Returns a filter that refuses responses with one of these header fields, whatever statuses
    /// are accepted; files and data have none.
    package static func rejecting(_ rules: [HeaderMatch]) -> FilterResponse {
        let status = 444
        let spellings = Set(rules.map(\.spelling)).sorted().joined(separator: ",")
        return FilterResponse("reject-headers(\(spellings))") { response, options in
            let head = response.head
            guard response.origin != .file,
                let reason = rules.lazy.compactMap({ $0.refusal(of: head) }).first
            else { return }
            guard !options.acceptedStatuses.contains(status) else {
                let said = response.originalHead.status
                throw LoadFailure(
                    .status(status), "\(reason); the origin said \(said)", of: response)
            }
            response.head.status = status
            response.statusReason = reason
        }
    }

    /// Passes the request on and filters the head of the response; after a 304, the merged head.
    ///
    /// - Throws: The errors of the filter, a `LoadFailure` with the response's heads, and those
    ///   of the next steps.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        do {
            return try await filtered(try await next(request), request.options)
        } catch var confirmation as NotModified {
            let response = try await filtered(confirmation.response, request.options)
            confirmation.stored.head = response.head
            confirmation.statusReason = response.statusReason
            throw confirmation
        }
    }

    private func filtered(
        _ response: LoadedBody, _ options: ImageOptions
    ) async throws -> LoadedBody {
        var response = response
        do {
            try await filter(&response, options)
        } catch let failure as LoadFailure where failure.head == nil {
            throw LoadFailure(failure.kind, failure.reason, of: response)
        }
        return response
    }
}

extension HeaderMatch {
    /// Returns the sentence on a response with the field; nil for one without.
    fileprivate func refusal(of head: ResponseHead) -> String? {
        guard let found = found(in: head.headers) else { return nil }
        let shown = found.unicodeScalars.prefix(80)
            .map { JSONText.escape(of: $0) ?? String($0) }.joined()
        return "\(name): \(shown) is rejected"
    }
}
