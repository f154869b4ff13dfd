#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import WebImageLoading

    /// libcurl's handle of one exchange; releasing it frees it, once no cache of connections has
    /// it.
    final class CurlHandle {
        let easy: UnsafeMutableRawPointer
        /// The error of the first option that libcurl refused.
        private(set) var code = CURLE_OK
        private var lists: [UnsafeMutablePointer<curl_slist>] = []
        private let words: UnsafeMutablePointer<CChar>

        /// Creates a handle without options; nil without memory.
        init?() {
            guard let easy = ccurl().pointee.curl_easy_init() else { return nil }
            self.easy = easy
            words = .allocate(capacity: Int(CURL_ERROR_SIZE))
            words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            check(ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words))
        }

        deinit {
            ccurl().pointee.curl_easy_cleanup(easy)
            for list in lists { ccurl().pointee.curl_slist_free_all(list) }
            words.deallocate()
        }

        func check(_ result: CURLcode) {
            if code == CURLE_OK { code = result }
        }

        /// Opens a socket to an address of `host`; `CURL_SOCKET_BAD` if that fails.
        ///
        /// - Throws: `LoadFailure` if the policy refuses the address.
        static func openSocket(
            _ place: UnsafeMutablePointer<curl_sockaddr>?, _ policy: NetworkPolicy?, _ host: String
        ) throws(LoadFailure) -> curl_socket_t {
            guard let place, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else {
                return CURL_SOCKET_BAD
            }
            let target = place.pointee
            // The address in `sockaddr_in` and `sockaddr_in6`.
            let (start, count) = target.family == AF_INET ? (4, 4) : (8, 16)
            let bytes = UnsafeRawBufferPointer(
                start: UnsafeRawPointer(place) + offset + start, count: count)
            guard let address = IPAddress(bytes: bytes) else { return CURL_SOCKET_BAD }
            try policy?.check([address], of: host)
            let kind = target.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(target.family, kind, target.protocol)
        }

        func set(_ option: CURLoption, _ number: Int) {
            check(ccurl_set_number(easy, option, Int64(number)))
        }

        func set(_ option: CURLoption, _ text: String?) {
            guard let text else { return check(ccurl_set_pointer(easy, option, nil)) }
            check(text.withCString { ccurl_set_pointer(easy, option, $0) })
        }

        func set(_ option: CURLoption, bytes: [UInt8]?) {
            guard let bytes else { return }
            check(
                bytes.withUnsafeBytes { ccurl_set_bytes(easy, option, $0.baseAddress, $0.count) })
        }

        func set(_ option: CURLoption, _ texts: [String]) {
            var list: UnsafeMutablePointer<curl_slist>?
            for text in texts {
                guard let longer = ccurl().pointee.curl_slist_append(list, text) else {
                    check(CURLE_OUT_OF_MEMORY)
                    break
                }
                list = longer
            }
            guard let list else { return }
            lists.append(list)
            check(ccurl_set_pointer(easy, option, list))
        }

        /// Returns a fact about the exchange so far.
        func number(_ info: CURLINFO) -> Int { Int(ccurl_number(easy, info)) }

        /// The durations of the parts of the exchange; a kept connection has none.
        var timings: [(stage: String, duration: Duration)] {
            let connected = number(CURLINFO_CONNECT_TIME_T)
            let secured = number(CURLINFO_APPCONNECT_TIME_T)
            let ready = number(CURLINFO_PRETRANSFER_TIME_T)
            let first = number(CURLINFO_STARTTRANSFER_TIME_T)
            let parts = [
                ("load.connect", connected), ("load.tls", secured > 0 ? secured - connected : -1),
                ("load.first-byte", max(0, first - ready)),
            ]
            let isKept = number(CURLINFO_NUM_CONNECTS) == 0
            return (isKept ? parts.suffix(1) : parts[...]).filter { $0.1 >= 0 }
                .map { ($0.0, .microseconds($0.1)) }
        }

        /// libcurl's text for the error, perhaps empty.
        var errorText: String { String(cString: words) }
    }

    /// An error of libcurl with the facts that explain it.
    struct CurlError {
        let code: CURLcode
        /// libcurl's words, which may contain parts of the request.
        var text = ""
        /// The error number of a failed connection.
        var systemError = 0
        /// OpenSSL's result of checking a certificate: the proxy's if that was refused.
        var verifyResult = 0
        /// The status of a proxy that was to open a tunnel, 0 for none.
        var proxyStatus = 0
        /// The digest of the server's key, if it was compared with pins.
        var serverKey: String?
        /// The certificate of the program.
        var certificate: ClientCertificate?

        init(_ code: CURLcode) { self.code = code }

        init(_ code: CURLcode, of handle: CurlHandle) {
            self.code = code
            text = handle.errorText
            systemError = handle.number(CURLINFO_OS_ERRNO)
            let proxyResult = handle.number(CURLINFO_PROXY_SSL_VERIFYRESULT)
            verifyResult =
                proxyResult > 1 ? proxyResult : handle.number(CURLINFO_SSL_VERIFYRESULT)
            proxyStatus = handle.number(CURLINFO_HTTP_CONNECTCODE)
        }

        /// `true` if a connection broke, or had bytes left of an earlier response.
        var isBroken: Bool {
            [
                CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
                CURLE_HTTP2_STREAM, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY,
            ].contains(code)
        }
    }
#endif
