#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import WebImageCaching
    import WebImageLoading

    /// The progress and the limits of a transfer, from which its errors are made.
    struct Transfer: Sendable {
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
        var subject: String { (try? HTTPAddress(url))?.description ?? "the URL" }

        func failure(_ kind: LoadFailure.Kind, _ reason: String) -> LoadFailure {
            LoadFailure(kind, "\(subject): \(reason)", head: head)
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

        /// Throws if the head is too large or announces a body that is.
        func checkHead() throws(LoadFailure) {
            if let expected, expected > limits.maxBodyBytes { throw tooLarge(expected) }
            guard let policy = limits.networkPolicy, let head else { return }
            let count = head.headers.fields.reduce(0) {
                $0 + $1.name.utf8.count + $1.value.utf8.count
            }
            guard count > policy.maxHeaderBytes else { return }
            throw failure(
                .tooLarge, "\(count) bytes of header fields, the limit is \(policy.maxHeaderBytes)")
        }

        /// Returns the caller's error for an error of the libraries below, after `count` bytes.
        func translating(_ error: any Error, after count: Int) -> any Error {
            if Task.isCancelled || error is CancellationError { return CancellationError() }
            switch error {
            // The error of a request body.
            case is any LoadError: return error
            case let error as HTTPClientError: return translating(error, after: count)
            case let error as NIOConnectionError: return translating(error)
            case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
                return truncated(after: count)
            case is HTTPParserError, is NIOHTTPDecoderError:
                return failure(.malformed, "the response is not HTTP (\(error))")
            case NIOSSLError.uncleanShutdown: return truncated(after: count)
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
                return failure(.tls, TLSReason.text(of: error))
            case is Route.OtherPeer:
                return failure(
                    .refusedAddress, "the connection does not lead to the address that was checked")
            case let error as KeyPins.Mismatch:
                return failure(
                    .tls, "the server's key is not pinned; it has sha256//\(error.found)")
            case is InterimWatch.TooMany:
                return failure(
                    .tooLarge, "more than \(LoadLimits.maxInterimResponses) interim responses")
            case is WriteTimeout.Stalled:
                return failure(
                    .timedOut, "the server accepted no byte for \(limits.idleTimeout.spelling)")
            case ChannelError.connectTimeout: return connectTimeout
            case is ChannelError: return truncated(after: count)
            case let error as IOError: return translating(error, after: count)
            default: return failure(.other, "the transfer failed (\(type(of: error)))")
            }
        }

        /// Returns `true` for an error before anything was sent, so that another route can be
        /// tried.
        static func isWithoutConnection(
            _ error: any Error, for message: HTTPClientRequest
        ) -> Bool {
            if error is NIOConnectionError { return true }
            if case ChannelError.connectTimeout = error { return true }
            if let error = error as? HTTPClientError { return error == .connectTimeout }
            guard let code = (error as? IOError)?.errnoCode else { return false }
            if [ECONNREFUSED, ENETUNREACH, EADDRNOTAVAIL].contains(code) { return true }
            // Any other error may also end a connection that has carried a part of the request.
            return message.isRepeatable && code != ECONNRESET && code != EPIPE
        }

        /// The beginning of a message about a connection that failed.
        private var connection: String {
            "no connection" + (proxy.map { " to the proxy \($0.authority)" } ?? "")
        }

        private var connectTimeout: LoadFailure {
            failure(.timedOut, "\(connection) within \(limits.connectTimeout.spelling)")
        }

        private func translating(_ error: HTTPClientError, after count: Int) -> LoadFailure {
            switch error {
            case .readTimeout:
                let subject = head == nil ? "head" : "byte"
                return failure(
                    .timedOut, "no \(subject) arrived for \(limits.idleTimeout.spelling)")
            case .writeTimeout:
                return failure(
                    .timedOut,
                    "the request's body had no byte to send for \(limits.idleTimeout.spelling)")
            case .connectTimeout, .getConnectionFromPoolTimeout: return connectTimeout
            case .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
                return failure(.timedOut, "\(error.shortDescription)")
            case .remoteConnectionClosed: return truncated(after: count)
            case .cancelled, .alreadyShutdown:
                return failure(.other, "the transport was shut down")
            case .invalidProxyResponse, .proxyAuthenticationRequired:
                return failure(.connectionFailed, "the proxy refused: \(error.shortDescription)")
            case .invalidURL, .emptyHost, .emptyScheme:
                return LoadFailure(.refusedRequest, "\(subject): \(error.shortDescription)")
            default:
                return failure(.other, error.shortDescription)
            }
        }

        private func translating(_ error: NIOConnectionError) -> LoadFailure {
            guard let last = error.connectionErrors.last?.error else {
                let host = proxy.map { "the host name of the proxy \($0.authority)" }
                return failure(.hostNotFound, "\(host ?? "the host name") has no address")
            }
            if case ChannelError.connectTimeout = last { return connectTimeout }
            // The settings of TLS are read before a connection is made.
            if last is NIOSSLError || last is BoringSSLError {
                return failure(.tls, TLSReason.text(of: last))
            }
            return failure(.connectionFailed, "\(connection) (\(Self.words(last)))")
        }

        private func translating(_ error: IOError, after count: Int) -> LoadFailure {
            head == nil && error.errnoCode != ECONNRESET && error.errnoCode != EPIPE
                ? failure(.connectionFailed, "\(connection) (\(Self.words(error)))")
                : truncated(after: count)
        }

        private static func words(_ error: any Error) -> String {
            switch (error as? IOError)?.errnoCode {
            case ECONNREFUSED: "refused"
            case ENETUNREACH, EHOSTUNREACH: "unreachable"
            case let code?: "errno \(code)"
            case nil: "\(type(of: error))"
            }
        }
    }
#endif
