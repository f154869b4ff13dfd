public import WebImageCaching

/// Looks at the head of every answer before its body is read: rewrites it, or refuses the answer.
///
/// For servers that don't tell the truth by their status, such as one that answers 200 with a
/// picture that says "error":
///
/// ```swift
/// pipeline.interceptors = [
///     FilterResponse("acme") { head in
///         if head.headers.integers("ErrorCode").contains(100) { head.status = 444 }
///     }
/// ]
/// ```
///
/// With a status outside of ``AcceptedStatuses`` the load ends: the transfer stops, nothing is
/// decoded or kept, and the failure has both heads. A rewritten `Cache-Control` rules how long the
/// picture is kept. The filter sees what answered in the end, after redirects, and the answers of
/// files and data, whose status is 200 and whose fields are few. A filter of a request stands
/// outside of those of the pipeline and has the last word.
public struct FilterResponse: LoadInterceptor {
    /// Names the filter.
    public let identity: String
    private let filter: @Sendable (inout ResponseHead) async throws -> Void

    /// Another filter lets other answers pass: one's pictures are not another's.
    public var effect: OptionEffect { .bytes }

    /// An interceptor that filters every answer.
    ///
    /// - Parameters:
    ///   - identity: Names the filter; must differ where what passes does.
    ///   - filter: Rewrites the head, or throws to end the load.
    public init(
        _ identity: String,
        _ filter: @escaping @Sendable (inout ResponseHead) async throws -> Void
    ) {
        self.identity = identity
        self.filter = filter
    }

    /// A filter that refuses answers of which a header field has this number.
    ///
    /// The field is read by ``HeaderFields/integers(_:)``: of several lines one is enough, and
    /// what is no number refuses nothing.
    ///
    /// - Parameters:
    ///   - name: The field's name, in any case.
    ///   - number: What it must not say.
    ///   - status: What the answer's status becomes; one that is not accepted.
    public static func rejecting(
        _ name: String, _ number: Int, as status: Int = 444
    ) -> FilterResponse {
        FilterResponse("reject(\(name.asciiLowered.spelling),\(number),\(status))") { head in
            if head.headers.integers(name).contains(number) { head.status = status }
        }
    }

    /// Hands the request on and filters the head that comes back.
    ///
    /// - Throws: What the filter throws, a ``LoadFailure`` with the answer's heads; and what
    ///   follows throws.
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
