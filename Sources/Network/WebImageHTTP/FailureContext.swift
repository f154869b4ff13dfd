#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import WebImageCaching
    import WebImageLoading

    /// The progress and the limits of a transfer, from which its failures are made.
    struct FailureContext: Sendable {
        /// The requested URL.
        let url: String
        var limits: LoadLimits
        /// The head of the response, once received.
        var head: ResponseHead?
        /// The announced number of bytes, if it counts the bytes to be read.
        var expected: Int?
        /// The proxy that is connected to in place of the server; nil for none.
        var proxy: HTTPSettings.Proxy?

        /// The URL for messages and logs.
        private var subject: String { (try? HTTPAddress(url))?.description ?? "the URL" }
        /// The host for messages.
        var host: String { (try? HTTPAddress(url))?.origin.host ?? "the host" }

        func failure(_ kind: LoadFailure.Kind, _ reason: String) -> LoadFailure {
            LoadFailure(kind, "\(subject): \(reason)", head: head)
        }

        /// Takes the head of the response to a method.
        mutating func take(_ head: ResponseHead, answering method: String?) {
            self.head = head
            expected = Self.byteCount(of: head, answering: method)
        }

        /// Returns the announced length of the body in bytes; nil without one.
        private static func byteCount(of head: ResponseHead, answering method: String?) -> Int? {
            if method == nil || head.status == 204 || head.status == 304 { return 0 }
            guard head.headers["Transfer-Encoding"] == nil else { return nil }
            return head.headers.integers("Content-Length").first
        }

        /// Throws if the head announces a body that is too large.
        func checkHead() throws(LoadFailure) {
            if let expected, expected > limits.maxBodyBytes { throw tooLarge(expected) }
        }

        /// Returns the failure for a connection that ended early.
        func truncated(after count: Int) -> LoadFailure {
            guard head != nil else {
                return failure(.truncated, "the connection closed before a response")
            }
            guard let expected else {
                return failure(.truncated, "the body was cut off after \(count) bytes")
            }
            return failure(.truncated, "expected \(expected) bytes, received \(count)")
        }

        /// Returns the failure for a body that is too long.
        func tooLarge(_ count: Int) -> LoadFailure {
            failure(.tooLarge, "\(count) bytes or more, the limit is \(limits.maxBodyBytes)")
        }

        /// The beginning of a message about a connection that failed.
        private var connection: String {
            "no connection" + (proxy.map { " to the proxy \($0.authority)" } ?? "")
        }

        var noConnectionInTime: String {
            "\(connection) within \(limits.connectTimeout.spelling)"
        }

        /// Returns the failure for an error of libcurl.
        ///
        /// - Parameter count: The bytes of the body so far.
        func failure(of error: CurlError, after count: Int = 0) -> LoadFailure {
            switch error.code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
                let host = proxy.map { "the host name of the proxy \($0.authority)" }
                return failure(.hostNotFound, "\(host ?? "the host name") has no address")
            case CURLE_COULDNT_CONNECT:
                return failure(
                    .connectionFailed, "\(connection) (\(Self.words(error.systemError)))")
            case CURLE_OPERATION_TIMEDOUT: return failure(.timedOut, noConnectionInTime)
            case CURLE_URL_MALFORMAT:
                return LoadFailure(.refusedRequest, "\(subject): not a URL to send")
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
                return failure(.malformed, "the response is not HTTP")
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
                if let reason = TLSReason.alert(error.text) { return failure(.tls, reason) }
                if error.text.contains("chunk") {
                    return failure(.malformed, "the response is not HTTP (chunks)")
                }
                return error.proxyStatus >= 300 ? refusedByProxy(error) : truncated(after: count)
            case CURLE_PROXY: return refusedByProxy(error)
            case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
                return truncated(after: count)
            case CURLE_OUT_OF_MEMORY where error.text.hasPrefix("Rejected"):
                return failure(.tooLarge, "a header field is too long")
            case CURLE_OUT_OF_MEMORY: return failure(.other, "no memory is left")
            default:
                guard let reason = TLSReason.text(of: error) else {
                    return failure(
                        .other, "the transfer failed (libcurl's error \(error.code.rawValue))")
                }
                return failure(.tls, reason)
            }
        }

        private func refusedByProxy(_ error: CurlError) -> LoadFailure {
            let status = error.proxyStatus > 0 ? " with status \(error.proxyStatus)" : ""
            return failure(.connectionFailed, "the proxy refused\(status)")
        }

        private static func words(_ code: Int) -> String {
            switch Int32(truncatingIfNeeded: code) {
            case ECONNREFUSED: "refused"
            case ENETUNREACH, EHOSTUNREACH: "unreachable"
            case 0: "failed"
            case let code: String(cString: strerror(code))
            }
        }
    }
#endif
