import Foundation
import WebImageCaching
import WebImageLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The values that a transfer's errors are made of.
struct URLTransfer: Sendable {
    /// The requested URL.
    let url: String
    /// The URL for messages and logs.
    let subject: String
    let limits: LoadLimits

    init(_ request: HTTPExchange) {
        url = request.url
        subject = (try? HTTPAddress(request.url))?.description ?? "the URL"
        limits = request.limits
    }

    func failure(
        _ kind: LoadFailure.Kind, _ reason: String, _ head: ResponseHead? = nil
    ) -> LoadFailure {
        LoadFailure(kind, "\(subject): \(reason)", head: head)
    }

    var tooManyInterimResponses: LoadFailure {
        failure(.tooLarge, "more than \(LoadLimits.maxInterimResponses) interim responses")
    }

    var shutDown: LoadFailure { failure(.other, "the transport was shut down") }

    func tooLarge(_ count: Int, _ head: ResponseHead?) -> LoadFailure {
        failure(
            .tooLarge, "\(count) bytes or more, the limit is \(limits.maxBodyBytes)", head)
    }

    func silence(_ timeout: Duration, _ head: ResponseHead?) -> LoadFailure {
        failure(
            .timedOut, "no \(head == nil ? "head" : "byte") arrived for \(timeout.spelling)", head)
    }

    /// Checks the end of a body: throws its error, or `truncated` if bytes are missing.
    func checkEnd(
        _ error: (any Error)?, head: ResponseHead?, expected: Int?, count: Int
    ) throws {
        if let error { throw translating(error, head: head, after: count, of: expected) }
        if let expected, count < expected { throw truncated(head, count, of: expected) }
        if expected == nil { try Task.checkCancellation() }
    }

    /// Returns the error for the caller; a nil `error` is an end before the head.
    func translating(
        _ error: (any Error)?, head: ResponseHead?, after count: Int, of expected: Int?
    ) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        if let error = error as? any LoadError { return error }
        guard let code = (error as? URLError)?.code else {
            return error == nil
                ? truncated(head, count, of: expected)
                : failure(.other, "the transfer failed", head)
        }
        switch code {
        case .cancelled: return CancellationError()
        case .badURL:
            return LoadFailure(.refusedRequest, "\(subject): URLSession does not accept the URL")
        case .cannotFindHost, .dnsLookupFailed:
            return failure(.hostNotFound, "the host name has no address")
        case .cannotConnectToHost where !CurlErrorText(error).isOfTLS, .notConnectedToInternet:
            let reason = code == .cannotConnectToHost ? "refused" : "unreachable"
            return failure(.connectionFailed, "no connection (\(reason))")
        case .timedOut: return failure(.timedOut, "no byte arrived in time", head)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot,
            .clientCertificateRejected, .clientCertificateRequired:
            return failure(.tls, CurlErrorText(error).tlsReason)
        // The request is always http or https, so this code is about the protocol of a response.
        case .unsupportedURL, .cannotParseResponse: return malformed(head)
        // On Linux this code also stands for a missing response.
        case .badServerResponse:
            return head == nil ? truncated(nil, 0, of: nil) : malformed(head)
        case .cannotDecodeRawData, .cannotDecodeContentData: return malformed(head)
        case .networkConnectionLost: return truncated(head, count, of: expected)
        default:
            switch CurlErrorText(error).kind {
            case .truncated: return truncated(head, count, of: expected)
            case .malformed: return malformed(head)
            case .tls: return failure(.tls, CurlErrorText(error).tlsReason, head)
            default: return failure(.other, "the transfer failed (\(code.rawValue))", head)
            }
        }
    }

    private func malformed(_ head: ResponseHead?) -> LoadFailure {
        failure(.malformed, "the response is not HTTP, or its body is damaged", head)
    }

    private func truncated(_ head: ResponseHead?, _ count: Int, of expected: Int?) -> LoadFailure {
        guard head != nil else {
            return failure(.truncated, "the connection closed before a response")
        }
        guard let expected else {
            return failure(.truncated, "the body was cut off after \(count) bytes", head)
        }
        return failure(.truncated, "expected \(expected) bytes, received \(count)", head)
    }
}
