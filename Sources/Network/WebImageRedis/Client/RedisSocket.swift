#if HTTP && os(Linux)
    import CCurlShim
    import Glibc

    /// The bytes of a connection over TCP or TLS by libcurl, which is loaded; each call ends in
    /// time.
    final class RedisSocket {
        private let easy: UnsafeMutableRawPointer
        private var descriptor: Int32 = -1

        /// Connects to the first address of a host that accepts, and verifies its certificate.
        init(to address: RedisAddress, _ deadline: Deadline) throws(RedisFailure) {
            guard let easy = ccurl().pointee.curl_easy_init() else { throw .noMemory }
            self.easy = easy
            let time = Int64(try deadline.milliseconds())
            let numbers = [
                (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_CONNECTTIMEOUT_MS, time),
                (CURLOPT_NOSIGNAL, 1), (CURLOPT_SSL_ENABLE_ALPN, 0),
                // The system's call for names has no limit, and is not waited for.
                (CURLOPT_QUICK_EXIT, 1),
            ]
            // The scheme decides about TLS alone; the environment's proxies are for HTTP.
            let url = "\(address.isSecure ? "https" : "http")://\(address.place)"
            var texts = [(CURLOPT_URL, url), (CURLOPT_PROXY, "")]
            if let roots = address.trustRoots { texts.append((CURLOPT_CAINFO, roots)) }
            var codes = numbers.map { ccurl_set_number(easy, $0, $1) }
            codes += texts.map { option, text in
                text.withCString { ccurl_set_pointer(easy, option, $0) }
            }
            if !codes.contains(where: { $0 != CURLE_OK }) {
                codes = [ccurl().pointee.curl_easy_perform(easy)]
            }
            for code in codes where code != CURLE_OK {
                throw RedisFailure("the store cannot be reached: \(reason(of: code))")
            }
            descriptor = Int32(truncatingIfNeeded: ccurl_number(easy, CURLINFO_ACTIVESOCKET))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        private func reason(of code: CURLcode) -> String {
            let text = ccurl().pointee.curl_easy_strerror(code).map { String(cString: $0) } ?? ""
            if code != CURLE_PEER_FAILED_VERIFICATION { return text }
            return ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT) == 0
                ? "its certificate is for another host"
                : "no trusted authority issued its certificate, or it has expired"
        }

        deinit { ccurl().pointee.curl_easy_cleanup(easy) }

        /// Receives at least one byte, and returns the number.
        func receive(
            _ buffer: UnsafeMutableRawBufferPointer, _ deadline: inout Deadline
        ) throws(RedisFailure) -> Int {
            try transfer(POLLIN, &deadline) {
                ccurl().pointee.curl_easy_recv(easy, buffer.baseAddress, buffer.count, $0)
            }
        }

        /// Sends all bytes.
        func send(
            _ bytes: UnsafeRawBufferPointer, _ deadline: inout Deadline
        ) throws(RedisFailure) {
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                done += try transfer(POLLOUT, &deadline) {
                    ccurl().pointee.curl_easy_send(easy, rest.baseAddress, rest.count, $0)
                }
            }
        }

        /// Calls a function of libcurl until it has moved bytes, and returns their number.
        private func transfer(
            _ event: Int32, _ deadline: inout Deadline,
            _ call: (UnsafeMutablePointer<Int>) -> CURLcode
        ) throws(RedisFailure) -> Int {
            var count = 0
            while true {
                let code = call(&count)
                if code == CURLE_OK, count > 0 {
                    deadline.extend(by: count)
                    return count
                }
                guard code == CURLE_AGAIN else {
                    throw RedisFailure("the store closed the connection", isClosed: true)
                }
                var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
                while poll(&state, 1, try deadline.milliseconds()) <= 0 {}
            }
        }
    }
#endif
