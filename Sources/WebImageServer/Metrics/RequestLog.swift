#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The names of requests in logs and responses.
    enum RequestName {
        /// Returns the name that a client gave, if it is a word of at most 128 letters, digits, `-` and `_`;
        /// else a new one.
        static func name(_ given: String?) -> String {
            let isWord = { (byte: UInt8) in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == 45 || byte == 95
            }
            if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy(isWord) {
                return given
            }
            return String(UInt64.random(in: .min ... .max), radix: 36)
                + String(UInt64.random(in: .min ... .max), radix: 36)
        }
    }

    /// A line of JSON for each request, on standard error.
    ///
    /// It has what was read of the address, so that no secret of one is in logs, and no header field.
    enum RequestLog {
        static func write(_ call: ServerCall, _ answer: Answer, _ duration: Duration) {
            var members = [
                ("time", JSONText.number(call.now.timeIntervalSince1970)),
                ("level", JSONText.string(answer.status >= 500 ? "error" : "info")),
                ("id", JSONText.string(call.requestID)),
                ("method", JSONText.string(String(call.method.prefix(32)))),
                ("path", JSONText.string(path(of: call))),
                ("status", String(answer.status)),
                ("ms", JSONText.number(duration / .milliseconds(1))),
                ("from", JSONText.string(answer.origin)),
            ]
            if let count = answer.byteCount { members.append(("bytes", String(count))) }
            if let fault = answer.fault {
                members.append(("reason", JSONText.string(fault.told)))
            }
            line(JSONText.object(members))
        }

        /// Returns the text for a target in logs and spans: a path of the server itself without query, the plan
        /// of a picture, or of a target that was not read its digest.
        static func path(of call: ServerCall) -> String {
            if let told = call.record.told { return told }
            let path = Substring(call.target.utf8.prefix { $0 != UInt8(ascii: "?") })
            return Route.isOwn(path, call.settings)
                ? String(path) : TextDigest.text(of: call.target)
        }

        /// Writes a message of the server itself.
        static func tell(_ message: String, level: String = "info") {
            line(
                JSONText.object([
                    ("level", JSONText.string(level)), ("message", JSONText.string(message)),
                ]))
        }

        /// Writes a whole line at once; a reader that has gone or stalls costs no request, but the line.
        private static func line(_ text: String) {
            var state = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 0) == 1 else { return }
            var text = text + "\n"
            text.withUTF8 { bytes in _ = Self.put(2, bytes.baseAddress, bytes.count) }
        }

        private static func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int)
            -> Int
        {
            #if canImport(Glibc)
                Glibc.write(descriptor, bytes, count)
            #else
                Darwin.write(descriptor, bytes, count)
            #endif
        }
    }
#endif
