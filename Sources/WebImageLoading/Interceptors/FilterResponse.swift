public import WebImageCaching

/// Rewrites or refuses the head of every response before its body is read.
///
/// For servers whose status is wrong, such as one that answers 200 with an image of the word
/// "error":
///
/// ```swift
/// pipeline.interceptors = [
///     FilterResponse("acme") { head in
///         if head.headers.integers("ErrorCode").contains(100) { head.status = 444 }
///     }
/// ]
/// ```
///
/// With a status outside of ``ImageOptions/acceptedStatuses`` the load ends: the transfer stops, nothing is
/// decoded or kept, and the failure has both heads. A rewritten `Cache-Control` determines how long
/// the image is kept. The filter gets the last response after redirects, and those of files and
/// data, with status 200 and few fields. A filter of a request runs after those of the pipeline.
public struct FilterResponse: LoadInterceptor {
    /// The name of the filter.
    public let identity: String
    private let filter: @Sendable (inout ResponseHead) async throws -> Void

    /// `bytes`: another filter accepts other responses.
    public var effect: OptionEffect { .bytes }

    /// Creates an interceptor that filters every response.
    ///
    /// - Parameters:
    ///   - identity: The name of the filter; must differ if the accepted responses do.
    ///   - filter: Rewrites the head, or throws to end the load.
    public init(
        _ identity: String,
        _ filter: @escaping @Sendable (inout ResponseHead) async throws -> Void
    ) {
        self.identity = identity
        self.filter = filter
    }

    /// Returns a filter that refuses responses with this number in a header field.
    ///
    /// The field is read by ``HeaderFields/integers(_:)``: of several lines one is enough, and
    /// other text refuses nothing.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - number: The number to refuse.
    ///   - status: The new status of the response, one that is not accepted.
    public static func rejecting(
        _ name: String, _ number: Int, as status: Int = 444
    ) -> FilterResponse {
        FilterResponse("reject(\(name.asciiLowered.spelling),\(number),\(status))") { head in
            if head.headers.integers(name).contains(number) { head.status = status }
        }
    }

    /// Passes the request on and filters the head of the response.
    ///
    /// - Throws: The errors of the filter, a ``LoadFailure`` with the response's heads, and those
    ///   of the next steps.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var answer = try await next(request)
        do {
            try await filter(&answer.head)
        } catch let failure as LoadFailure where failure.head == nil {
            throw LoadFailure(failure.kind, failure.reason, of: answer)
        }
        return answer
    }
}
