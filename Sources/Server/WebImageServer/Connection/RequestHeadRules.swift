#if Server
    import NIOHTTP1
    import WebImage

    /// The reason why a request is answered by 400; its text takes the place of the target.
    ///
    /// No target of HTTP/1 has a blank.
    enum MalformedRequest: String, Error {
        case syntax = "bad request: the bytes are no request of HTTP/1.1"
        case tooLong =
            "bad request: the head is longer than 64 kB, a line of it than 32 kB, or it has over 200 fields"
        case version =
            "bad request: the first line does not end with HTTP/1.0 or HTTP/1.1, and CRLF"
        case noHost = "bad request: the field Host is missing"
        case hosts = "bad request: there are several fields Host"
        case host = "bad request: the field Host is no host"
        case coding = "bad request: Transfer-Encoding is another one than chunked"
        case target = "bad request: the target is neither a path nor an address of HTTP"

        /// The reason in words.
        var reason: String { String(rawValue.dropFirst("bad request: ".count)) }

        /// Creates the fault of bytes that the parser refuses.
        init(_ error: HTTPParserError) {
            switch error {
            case .headerOverflow: self = .tooLong
            case .invalidVersion: self = .version
            default: self = .syntax
            }
        }
    }

    /// The rules of RFC 9112 for the head of a request.
    enum RequestHeadRules {
        /// Checks host, coding of the body and target; a target with a host (section 3.2.2) gets
        /// the form without one.
        static func apply(to head: inout HTTPRequestHead) throws(MalformedRequest) {
            guard head.version == .http1_0 || head.version == .http1_1 else { throw .version }
            let hosts = head.headers["Host"]
            guard hosts.count < 2 else { throw .hosts }
            guard !hosts.isEmpty || head.version == .http1_0 else { throw .noHost }
            if let host = hosts.first, !HostText.isHost(host) {
                // The parser leaves the blanks after a value, which are no part of it (section 5).
                guard HostText.isHost(host.trimmingSpaces) else { throw .host }
                head.headers.replaceOrAdd(name: "Host", value: host.trimmingSpaces)
            }
            // The parser takes a body of another coding for the next request (section 6.3).
            let codings = head.headers["Transfer-Encoding"]
            guard codings.isEmpty || codings.map({ $0.trimmingSpaces.lowercased() }) == ["chunked"]
            else { throw .coding }
            guard head.method != .CONNECT, !head.uri.utf8.starts(with: "/".utf8) else { return }
            if head.uri == "*", head.method == .OPTIONS { return }
            guard let target = absolute(head.uri) else { throw .target }
            head.uri = target.path
            head.headers.replaceOrAdd(name: "Host", value: target.host)
        }

        /// Returns the parts of a target in absolute form (section 3.2.2); nil for another one.
        private static func absolute(_ target: String) -> (host: String, path: String)? {
            let lowered = target.prefix(8).lowercased()
            guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else {
                return nil
            }
            let rest = target.utf8.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { "/?".utf8.contains($0) } ?? rest.endIndex
            let (host, path) = (String(Substring(rest[..<end])), String(Substring(rest[end...])))
            guard !host.isEmpty, HostText.isHost(host) else { return nil }
            return (host, path.hasPrefix("/") ? path : "/" + path)
        }

        /// Returns `true` if the connection ends after the response (RFC 9112, section 9.3).
        ///
        /// The parser reads nothing after a request for another protocol or a tunnel, which is not
        /// granted.
        static func closes(_ head: HTTPRequestHead) -> Bool {
            let options = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
            if options.contains("close") || head.method == .CONNECT { return true }
            if options.contains("upgrade"), head.headers.contains(name: "Upgrade") { return true }
            guard head.version == .http1_0 else { return false }
            // A body in chunks, which that version lacks, may end anywhere (section 6.1).
            return !options.contains("keep-alive")
                || head.headers.contains(name: "Transfer-Encoding")
        }
    }

    /// The form of `Host` (RFC 9110, section 7.2): a name or an address, and a port.
    enum HostText {
        /// Returns `true` for such a text; it may be empty.
        static func isHost(_ text: String) -> Bool {
            var bytes = Array(text.utf8)[...]
            if bytes.first == UInt8(ascii: "[") {
                guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
                let literal = bytes[bytes.startIndex + 1..<end]
                guard !literal.isEmpty, literal.allSatisfy({ isOfName($0) || $0 == 58 }) else {
                    return false
                }
                bytes = bytes[(end + 1)...]
            } else {
                let name = bytes.prefix { $0 != UInt8(ascii: ":") }
                guard isName(name) else { return false }
                bytes = bytes[name.endIndex...]
            }
            guard let colon = bytes.first else { return true }
            return colon == UInt8(ascii: ":")
                && bytes.dropFirst().allSatisfy { (48...57).contains($0) }
        }

        /// Returns `true` for a registered name (RFC 3986, section 3.2.2).
        private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
            let mark = UInt8(ascii: "%")
            return name.allSatisfy { isOfName($0) || $0 == mark }
                && (!name.contains(mark) || PercentCoding.decode(name, isStrict: true) != nil)
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }

    /// The token of a field `Authorization` of the scheme `Bearer` (RFC 6750, section 2.1).
    struct BearerToken {
        /// The text after the scheme.
        let text: Substring

        /// Reads a field; nil for another scheme.
        ///
        /// The name of the scheme has no case, and one blank or more follow (RFC 9110, section 11).
        init?(_ field: String) {
            let field = field.trimmingSpaces[...]
            let scheme = field.prefix { $0 != " " }
            guard String(scheme).equalsIgnoringCase("Bearer") else { return nil }
            text = field[scheme.endIndex...].drop { $0 == " " }
        }
    }
#endif
