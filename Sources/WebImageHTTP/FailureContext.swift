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

        /// `true` if an error means that a connection broke, or had bytes left of an earlier response.
        static func isBroken(_ code: Int32) -> Bool {
            let errors = [
                CCURL_NOTHING, CCURL_SEND, CCURL_RECEIVE, CCURL_HTTP2, CCURL_STREAM,
                CCURL_UNSUPPORTED, CCURL_WEIRD_REPLY,
            ]
            return errors.contains(Int(code))
        }

        /// Returns the failure for an error of libcurl.
        ///
        /// - Parameters:
        ///   - text: libcurl's words, which may contain parts of the request.
        ///   - count: The bytes of the body so far.
        func failure(
            of code: Int32, _ facts: ccurl_facts = ccurl_facts(), _ text: String = "",
            after count: Int = 0
        ) -> LoadFailure {
            switch Int(code) {
            case CCURL_NO_NAME, CCURL_NO_PROXY_NAME:
                let host = proxy.map { "the host name of the proxy \($0.authority)" }
                return failure(.hostNotFound, "\(host ?? "the host name") has no address")
            case CCURL_NO_CONNECTION:
                return failure(.connectionFailed, "\(connection) (\(Self.words(facts.os_error)))")
            case CCURL_TIMEOUT: return failure(.timedOut, noConnectionInTime)
            case CCURL_BAD_URL: return LoadFailure(.refusedRequest, "\(subject): not a URL to send")
            case CCURL_WEIRD_REPLY, CCURL_UNSUPPORTED:
                return failure(.malformed, "the response is not HTTP")
            case CCURL_RECEIVE, CCURL_SEND, CCURL_NOTHING:
                if let reason = TLSReason.alert(text) { return failure(.tls, reason) }
                if text.contains("chunk") {
                    return failure(.malformed, "the response is not HTTP (chunks)")
                }
                return facts.proxy_status >= 300 ? refusedByProxy(facts) : truncated(after: count)
            case CCURL_PROXY: return refusedByProxy(facts)
            case CCURL_PARTIAL, CCURL_HTTP2, CCURL_STREAM: return truncated(after: count)
            case CCURL_NO_MEMORY where text.hasPrefix("Rejected"):
                return failure(.tooLarge, "a header field is too long")
            case CCURL_NO_MEMORY: return failure(.other, "no memory is left")
            default:
                guard let reason = TLSReason.text(of: code, facts, text) else {
                    return failure(.other, "the transfer failed (libcurl's error \(code))")
                }
                return failure(.tls, reason)
            }
        }

        private func refusedByProxy(_ facts: ccurl_facts) -> LoadFailure {
            let status = facts.proxy_status > 0 ? " with status \(facts.proxy_status)" : ""
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
